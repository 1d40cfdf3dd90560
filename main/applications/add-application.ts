import type { ApplicationState, ApplicationTemplate } from '../../contract/applications/applications.ts';
import type { Arrival } from '../../contract/changes/changes.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isRejection } from '../../contract/errors/errors.ts';
import type { Role, RoleApplication } from '../../contract/roles/roles.ts';
import type { Observation } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Part } from '../changes/kind/part.ts';
import { failure } from '../platform/errors/failure.ts';
import { addFromTemplate } from '../tenants/endpoints/application-lifecycle.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import type { NamedApplication } from '../tenants/endpoints/applications-named.ts';
import { readApplicationsNamed } from '../tenants/endpoints/applications-named.ts';
import type { AppRoles, RoleAssignmentEntry } from '../tenants/endpoints/application-update.ts';
import { updateApplication } from '../tenants/endpoints/application-update.ts';
import { readRoleApplications } from '../tenants/endpoints/role-applications.ts';
import {
  labelsOf,
  membersAs,
  notAsRequested,
  stateOf,
  unreadableParts,
  withRequested,
} from './application-parts.ts';
import type { ApplicationNotes, ApplicationOutcome } from './application-records.ts';
import type { HideSecrets } from './application-secrets.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, findTemplate, requireMembers, requestedRoles } from './live-applications.ts';

interface Addition {
  readonly wanted: ApplicationState;
  readonly notes: ApplicationNotes;
}

/**
 * Adds an application from its template, which gives it the template's name; a second request sets the requested state and
 * assigns its roles. Only the ID in the tenant's answer distinguishes it from one that someone else adds at the same time.
 * Where the tenant rejects the combined request, settings and roles are sent separately: a role that was deleted in the
 * meantime must not block the settings.
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
  // An application that was just added has no role yet; one that was found may have some.
  const isDone = found === undefined && (await setUpPublished(parts, targetId, wanted, context));
  if (isDone) return { targetId };
  await setUp(parts, targetId, wanted, context);
  await publish(parts, targetId, wanted, context);
  return { targetId };
}

/** False where the tenant rejected it and nothing changed. */
async function setUpPublished(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<boolean> {
  const roles = await requestedRoles(parts, wanted.roles, context);
  if (roles.length === 0) return false;
  try {
    await setUp(parts, targetId, wanted, context, publishing(roles, targetId, wanted));
    parts.applicationRoles.forget(context.tenant.id);
    return true;
  } catch (error) {
    if (!isRejection(toDeskError(error).code)) throw error;
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
  if (appRoles === undefined && isAsRequested(wanted, now, hide)) return;
  const target = withRequested(stateOf(now, hide), wanted);
  // The plan warned about secrets whose value is no longer known.
  const settings = await parts.secrets.reveal(tenant.id, target.settings, {
    live: now.record,
    unknown: 'leave-out',
  });
  const update = { tenantId: tenant.id, id: targetId, members: membersAs(now, target), settings };
  await updateApplication(parts.client, appRoles === undefined ? update : { ...update, appRoles }, call);
  reads.forget();
}

function isAsRequested(wanted: ApplicationState, now: ApplicationMembers, hide: HideSecrets): boolean {
  const missing = notAsRequested(wanted, now, hide);
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
  parts.applicationRoles.forget(tenant.id);
}

function publishing(
  roles: readonly Role[],
  targetId: string,
  { automaticRoles }: ApplicationState,
): AppRoles {
  const automatic = new Set(automaticRoles);
  const Publish = roles.map((role) => assignmentOf(role, targetId, automatic.has(role.id)));
  return { Publish, UnPublish: [] };
}

/** Source: platform specification, "Role publication entry". */
function assignmentOf(
  { id, name, type }: Role,
  application: string,
  isAutomatic: boolean,
): RoleAssignmentEntry {
  return { Name: name, ID: id, RoleType: type, Automatic: isAutomatic, Application: application, Role: id };
}

/** The requested roles that don't have it yet, without deleted ones. */
async function rolesWithout(
  parts: ApplicationChangeParts,
  targetId: string,
  wanted: ApplicationState,
  context: ChangeContext,
): Promise<readonly Role[]> {
  const roles = await requestedRoles(parts, wanted.roles, context);
  const without = await Promise.all(
    roles.map(async (role) => {
      const applications = await applicationsOf(parts, role, context);
      return applications === undefined || applications.some(({ id }) => id === targetId) ? [] : [role];
    }),
  );
  return without.flat();
}

/** Undefined for a role that no longer exists. */
function applicationsOf(
  { client }: ApplicationChangeParts,
  { id: roleId }: Role,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly RoleApplication[] | undefined> {
  return reads.batched(`applications of ${roleId}`, async () => {
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
  const missing = notAsRequested(wanted, members, hide);
  const without = await rolesWithout(parts, targetId, wanted, context);
  const unset = [
    ...(missing.parts.length === 0 ? [] : [`Not set: ${labelsOf(missing.parts)}.`]),
    ...(without.length === 0 ? [] : [`Not assigned to: ${namesOf(without)}.`]),
  ].join(' ');
  if (unset === '') return seenWith(missing.otherMembers, unreadableParts(wanted, members, hide), known);
  return isNamedAsOurs(wanted, template, members.name)
    ? { state: 'partial', outcome: known, what: `It was added, but is incomplete. ${unset}` }
    : {
        state: 'different',
        outcome: known,
        what: `It was added, but its name is now “${members.name}”.`,
      };
}

/** Members that no tab shows may be managed by the tenant: they are reported and not requested again. */
function seenWith(
  otherMembers: readonly string[],
  unreadable: readonly Part<ApplicationState>[],
  outcome: ApplicationOutcome,
): Observation<ApplicationOutcome> {
  if (otherMembers.length === 0) {
    return unreadable.length === 0
      ? { state: 'in-effect', outcome }
      : { state: 'accepted', outcome, what: `The tenant doesn’t show ${labelsOf(unreadable)}.` };
  }
  const what = `It was added, but the tenant changed these members: ${otherMembers.join(', ')}.`;
  return { state: 'different', outcome, what };
}

export const namesOf = (roles: readonly Role[]): string => roles.map(({ name }) => name).join(', ');

/**
 * What may have been added when the answer was lost: applications of this template that weren't there before and have the
 * template's name or the requested one. The request carries only the template, so nothing proves who added them.
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
  const what = `Added from the template ${template.displayName} since: ${names}, by this change or by someone else.`;
  return { state: 'unproven', arrivals, what };
}

/**
 * What a new application could be confused with until the answer with its ID arrives: its template, and the names that
 * it may have.
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

/** A new application has its template's name until a second request sets the requested one. */
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
