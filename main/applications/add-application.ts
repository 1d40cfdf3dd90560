import type { ApplicationState, ApplicationTemplate } from '../../contract/applications/applications.ts';
import type { Arrival } from '../../contract/changes/changes.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isRefusal } from '../../contract/errors/errors.ts';
import type { Role, RoleApplication } from '../../contract/roles/roles.ts';
import type { Observation } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Part } from '../changes/kind/part.ts';
import { failure } from '../platform/errors/failure.ts';
import { addFromTemplate } from '../tenants/endpoints/application-lifecycle.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import type { NamedApplication } from '../tenants/endpoints/applications-named.ts';
import { readApplicationsNamed } from '../tenants/endpoints/applications-named.ts';
import type { AppRoles, RolePublicationEntry } from '../tenants/endpoints/application-update.ts';
import { updateApplication } from '../tenants/endpoints/application-update.ts';
import { readRoleApplications } from '../tenants/endpoints/role-applications.ts';
import { labelsOf, membersAs, notAsWanted, stateOf, unreadableParts, withSaid } from './application-parts.ts';
import type { ApplicationNotes, ApplicationOutcome } from './application-records.ts';
import type { HideSecrets } from './application-secrets.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, findTemplate, requireMembers, wantedRoles } from './live-applications.ts';

interface Addition {
  readonly wanted: ApplicationState;
  readonly notes: ApplicationNotes;
}

/**
 * Adds an application from its template, which gives it the template's name; a second request gives it what is wanted and
 * publishes it. The ID in the tenant's answer is all that tells it from one that somebody else adds at this moment. Where the tenant refuses that, two do it one after the other: a role that is gone meanwhile must not take
 * the settings with it.
 */
export async function applyAddition(
  parts: ApplicationChangeParts,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<ApplicationOutcome> {
  const { tenant, call, reads, note, found } = context;
  const template = await requireTemplate(parts, wanted.templateId, context);
  const request = { tenantId: tenant.id, templateId: template.id, name: wanted.name };
  const targetId = found?.targetId ?? (await addFromTemplate(parts.client, request, call));
  await note?.({ targetId });
  reads.forget();
  // What was just added has no role yet; of what was found nobody knows.
  const isDone = found === undefined && (await setUpPublished(parts, targetId, wanted, context));
  if (isDone) return { targetId };
  await setUp(parts, targetId, wanted, context);
  await publish(parts, targetId, wanted, context);
  return { targetId };
}

/** False where the tenant refused it, and nothing changed. */
async function setUpPublished(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<boolean> {
  const roles = await wantedRoles(parts, wanted.roles, context);
  if (roles.length === 0) return false;
  try {
    await setUp(parts, targetId, wanted, context, publishing(roles, targetId, wanted));
    parts.publications.forget(context.tenant.id);
    return true;
  } catch (error) {
    if (!isRefusal(toDeskError(error).code)) throw error;
    return false;
  } finally {
    context.reads.forget();
  }
}

async function setUp(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
  appRoles?: AppRoles,
): Promise<void> {
  const { tenant, call, reads } = context;
  const hide = await parts.secrets.hiderFor(tenant.id);
  const now = await requireMembers(parts, targetId, context);
  if (appRoles === undefined && isAsWanted(wanted, now, hide)) return;
  const shall = withSaid(stateOf(now, hide), wanted);
  // A secret that nobody knows any longer was warned of in the plan.
  const settings = await parts.secrets.reveal(tenant.id, shall.settings, {
    live: now.record,
    unknown: 'leave-out',
  });
  const update = { tenantId: tenant.id, id: targetId, members: membersAs(now, shall), settings };
  await updateApplication(parts.client, appRoles === undefined ? update : { ...update, appRoles }, call);
  reads.forget();
}

function isAsWanted(wanted: ApplicationState, now: ApplicationMembers, hide: HideSecrets): boolean {
  const missing = notAsWanted(wanted, now, hide);
  return missing.parts.length === 0 && missing.otherMembers.length === 0;
}

async function publish(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<void> {
  const { tenant, call, reads } = context;
  const missing = await rolesWithout(parts, targetId, wanted, context);
  if (missing.length === 0) return;
  const members = await requireMembers(parts, targetId, context);
  const appRoles = publishing(missing, targetId, wanted);
  await updateApplication(parts.client, { tenantId: tenant.id, id: targetId, members, appRoles }, call);
  reads.forget();
  parts.publications.forget(tenant.id);
}

function publishing(
  roles: readonly Role[],
  targetId: string,
  { automaticRoles }: ApplicationState,
): AppRoles {
  const automatic = new Set(automaticRoles);
  const Publish = roles.map((role) => publicationOf(role, targetId, automatic.has(role.id)));
  return { Publish, UnPublish: [] };
}

/** Source: platform specification, "Role publication entry". */
function publicationOf(
  { id, name, type }: Role,
  application: string,
  isAutomatic: boolean,
): RolePublicationEntry {
  return { Name: name, ID: id, RoleType: type, Automatic: isAutomatic, Application: application, Role: id };
}

/** The wanted roles that do not have it yet, without those that are gone. */
async function rolesWithout(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<readonly Role[]> {
  const roles = await wantedRoles(parts, wanted.roles, context);
  const without = await Promise.all(
    roles.map(async (role) => {
      const applications = await applicationsOf(parts, role, context);
      return applications === undefined || applications.some(({ id }) => id === targetId) ? [] : [role];
    }),
  );
  return without.flat();
}

/** Undefined for a role that is gone. */
function applicationsOf(
  { client }: ApplicationChangeParts,
  { id: roleId }: Role,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly RoleApplication[] | undefined> {
  return reads.gathered(`applications of ${roleId}`, async () => {
    try {
      return (await readRoleApplications(client, { tenantId: tenant.id, roleId }, call)).rows;
    } catch (error) {
      if (toDeskError(error).code === 'not-found') return undefined;
      throw error;
    }
  });
}

export async function observeAddition(
  parts: ApplicationChangeParts,
  { wanted, notes }: Addition,
  outcome: ApplicationOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<ApplicationOutcome>> {
  const template = await requireTemplate(parts, wanted.templateId, context);
  if (outcome === undefined) return await observeArrivals(parts, { wanted, notes }, template, context);
  const { targetId } = outcome;
  const members = await findMembers(parts, targetId, context);
  if (members === undefined) return { state: 'as-before' };
  const hide = await parts.secrets.hiderFor(context.tenant.id);
  const known = { targetId, added: stateOf(members, hide) };
  const missing = notAsWanted(wanted, members, hide);
  const without = await rolesWithout(parts, targetId, wanted, context);
  const unset = [
    ...(missing.parts.length === 0 ? [] : [`These are not set: ${labelsOf(missing.parts)}.`]),
    ...(without.length === 0 ? [] : [`These roles do not have it: ${namesOf(without)}.`]),
  ].join(' ');
  if (unset === '') return seenWith(missing.otherMembers, unreadableParts(wanted, members, hide), known);
  return isNamedAsOurs(wanted, template, members.name)
    ? { state: 'partial', outcome: known, what: `It was added, but not everything of it is there. ${unset}` }
    : {
        state: 'different',
        outcome: known,
        what: `It was added, but its name is now “${members.name}”.`,
      };
}

/** What no tab shows may be the tenant's own business: it is said, and not asked for again and again. */
function seenWith(
  otherMembers: readonly string[],
  untold: readonly Part<ApplicationState>[],
  outcome: ApplicationOutcome,
): Observation<ApplicationOutcome> {
  if (otherMembers.length === 0) {
    return untold.length === 0
      ? { state: 'in-effect', outcome }
      : { state: 'accepted', outcome, what: `The tenant does not show ${labelsOf(untold)}.` };
  }
  const what = `It was added, but the tenant did not take these members as they were: ${otherMembers.join(', ')}.`;
  return { state: 'different', outcome, what };
}

export const namesOf = (roles: readonly Role[]): string => roles.map(({ name }) => name).join(', ');

/**
 * What may have been added where the answer is not known: applications of this template that were not there before, and have the
 * template's name or the wanted one. The request takes nothing but the template, so that nothing proves whose they are.
 */
async function observeArrivals(
  parts: ApplicationChangeParts,
  { wanted, notes }: Addition,
  template: ApplicationTemplate,
  context: ChangeContext,
): Promise<Observation<ApplicationOutcome>> {
  const existing = new Set(notes.existingIds);
  const named = (await namedAsOurs(parts, { wanted, template }, context)).filter(
    ({ id }) => !existing.has(id) && context.isOfAnother?.(id) !== true,
  );
  const arrivals: Arrival[] = [];
  for (const { id } of named) {
    const members = await findMembers(parts, id, context);
    const isOfTemplate =
      members !== undefined && [template.id, template.name, ''].includes(members.templateName);
    if (isOfTemplate) arrivals.push({ id, name: members.name });
  }
  if (arrivals.length === 0) return { state: 'as-before' };
  const names = arrivals.map(({ name }) => `“${name}”`).join(', ');
  const what = `Added from the template ${template.displayName} since: ${names}. This change or another person may have added it.`;
  return { state: 'unproven', arrivals, what };
}

/**
 * What a new application could be taken for another one by, as long as the answer that tells its identifier is not there:
 * its template, and the names that it may have.
 */
export async function additionLanes(
  parts: ApplicationChangeParts,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<readonly string[]> {
  const template = await requireTemplate(parts, wanted.templateId, context);
  const names = [wanted.name, template.name, template.displayName].map((name) => name.trim().toLowerCase());
  return [`template ${template.id}`, ...new Set(names.map((name) => `application named ${name}`))];
}

/** A new application has its template's name until a second request gives it the wanted one. */
export function namedAsOurs(
  { client }: ApplicationChangeParts,
  { wanted, template }: { readonly wanted: ApplicationState; readonly template: ApplicationTemplate },
  { tenant, call, reads }: ChangeContext,
): Promise<readonly NamedApplication[]> {
  const names = [wanted.name, template.name, template.displayName];
  return reads.once(`applications named ${JSON.stringify(names)}`, () =>
    readApplicationsNamed(client, { tenantId: tenant.id, names }, call),
  );
}

function isNamedAsOurs(wanted: ApplicationState, template: ApplicationTemplate, name: string): boolean {
  return [wanted.name.trim(), template.name, template.displayName].includes(name.trim());
}

/** Throws `not-found`. */
export async function requireTemplate(
  parts: ApplicationChangeParts,
  templateId: string,
  context: ChangeContext,
): Promise<ApplicationTemplate> {
  const template = await findTemplate(parts, templateId, context);
  if (template !== undefined) return template;
  throw failure('not-found', `${context.tenant.name} has no template “${templateId}” in its catalog.`);
}
