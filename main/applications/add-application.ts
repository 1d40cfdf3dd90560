import { z } from 'zod';
import type { ApplicationState, ApplicationTemplate } from '../../contract/applications.ts';
import { applicationStateSchema } from '../../contract/applications.ts';
import type { ChangeContext, Observation } from '../changes/kind/change-kind.ts';
import { failure } from '../platform/failure.ts';
import { addFromTemplate } from '../tenants/endpoints/application-lifecycle.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { applicationMembersSchema, updateApplication } from '../tenants/endpoints/application-members.ts';
import type { NamedApplication } from '../tenants/endpoints/applications-named.ts';
import { readApplicationsNamed } from '../tenants/endpoints/applications-named.ts';
import { isAsWanted, stateOf } from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, findTemplate, requireMembers } from './live-applications.ts';

export const applicationNotesSchema = z.object({
  /**
   * Of a new application: those that were there before and have its name or its template's. Not all that were there: a plan
   * over a thousand would read and keep the whole list a thousand times. Earlier versions did.
   */
  existingIds: z.array(z.string()).optional(),
});
export const applicationOutcomeSchema = z.object({
  targetId: z.string(),
  /** The whole application as it was sent: nothing but what was edited may have changed. */
  sent: applicationMembersSchema.optional(),
  /** Of an addition that is not complete: what is there of it. */
  added: applicationStateSchema.optional(),
});

export type ApplicationNotes = z.infer<typeof applicationNotesSchema>;
export type ApplicationOutcome = z.infer<typeof applicationOutcomeSchema>;

interface Addition {
  readonly wanted: ApplicationState;
  readonly notes: ApplicationNotes;
}

/** Adds an application from its template, which gives it the template's name; a second request gives it the wanted one. */
export async function applyAddition(
  parts: ApplicationChangeParts,
  { wanted, notes }: Addition,
  context: ChangeContext,
): Promise<ApplicationOutcome> {
  const { tenant, call, reads, note } = context;
  const template = await requireTemplate(parts, wanted.templateId, context);
  const search = await findAdded(parts, { wanted, notes }, template, context);
  if (search.result === 'unclear') throw failure('verification-failed', search.what);
  const request = { tenantId: tenant.id, templateId: template.id, name: wanted.name };
  const targetId = search.result === 'found' ? search.id : await addFromTemplate(parts.client, request, call);
  note?.({ targetId });
  reads.forget();
  const now = await requireMembers(parts, targetId, context);
  if (!isAsWanted(wanted, stateOf(now))) {
    const members: ApplicationMembers = {
      ...now,
      name: wanted.name,
      description: wanted.description,
      ...(wanted.script === null ? {} : { script: wanted.script, hasOwnScript: true }),
    };
    await updateApplication(parts.client, { tenantId: tenant.id, id: targetId, members }, call);
  }
  return { targetId };
}

export async function observeAddition(
  parts: ApplicationChangeParts,
  { wanted, notes }: Addition,
  outcome: ApplicationOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<ApplicationOutcome>> {
  const template = await requireTemplate(parts, wanted.templateId, context);
  const search: Search =
    outcome === undefined
      ? await findAdded(parts, { wanted, notes }, template, context)
      : { result: 'found', id: outcome.targetId };
  if (search.result === 'none') return { state: 'as-before' };
  if (search.result === 'unclear') return { state: 'different', what: search.what };
  const members = await findMembers(parts, search.id, context);
  if (members === undefined) return { state: 'as-before' };
  const now = stateOf(members);
  const known = { targetId: search.id };
  if (isAsWanted(wanted, now)) return { state: 'in-effect', outcome: known };
  return isNamedAsOurs(wanted, template, now.name)
    ? {
        state: 'partial',
        outcome: { ...known, added: now },
        what: 'It was added, but not everything of it is set yet.',
      }
    : { state: 'different', outcome: known, what: `It was added, but its name is now “${now.name}”.` };
}

type Search =
  | { readonly result: 'none' }
  | { readonly result: 'found'; readonly id: string }
  | { readonly result: 'unclear'; readonly what: string };

/**
 * Looks for what the request added where its answer is not known: the one application of this template that was not
 * there before and has the template's name or the wanted one. Several of them are not told apart.
 */
async function findAdded(
  parts: ApplicationChangeParts,
  { wanted, notes }: Addition,
  template: ApplicationTemplate,
  context: ChangeContext,
): Promise<Search> {
  const existing = new Set(notes.existingIds);
  const arrived = (await namedAsOurs(parts, { wanted, template }, context)).filter(
    ({ id }) => !existing.has(id),
  );
  const ofTemplate: { readonly id: string; readonly name: string }[] = [];
  for (const { id } of arrived) {
    const members = await findMembers(parts, id, context);
    if (members === undefined) continue;
    const { name, templateName } = members;
    if ([template.id, template.name, ''].includes(templateName)) ofTemplate.push({ id, name });
  }
  const [one, ...others] = ofTemplate.filter(({ name }) => isNamedAsOurs(wanted, template, name));
  if (one !== undefined && others.length === 0) return { result: 'found', id: one.id };
  if (ofTemplate.length === 0) return { result: 'none' };
  return {
    result: 'unclear',
    what: `New applications from the template ${template.displayName} are there (${ofTemplate.map(({ name }) => name).join(', ')}), and it is not known whether one of them is “${wanted.name}”. They were left as they are.`,
  };
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
