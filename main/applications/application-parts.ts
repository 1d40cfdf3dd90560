import type { ApplicationState } from '../../contract/applications.ts';
import { differingParts, isSamePart } from '../changes/kind/compare-states.ts';
import type { Part } from '../changes/kind/part.ts';
import { field, text } from '../changes/kind/part.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';

/** What an application is made of, as far as the desk edits it or can bring it back. */
export const applicationParts: readonly Part<ApplicationState>[] = [
  field<ApplicationState>('name', 'Name', { isSame: (one, other) => one.trim() === other.trim() }),
  text<ApplicationState>('description', 'Description', 'text', { isTrimmed: true }),
  field<ApplicationState>('templateId', 'Template', { isKnown: ({ templateId }) => templateId !== '' }),
  {
    type: 'text',
    name: 'script',
    label: 'Script',
    language: 'javascript',
    get: ({ script }) => script ?? '',
    set: (state, script) => ({ ...state, script: script === '' && state.script === null ? null : script }),
  },
];

export function stateOf(members: ApplicationMembers): ApplicationState {
  const { templateName, name, description, icon, hasOwnScript, script } = members;
  const ownScript = hasOwnScript ? script : null;
  return { templateId: templateName, name, description, icon, script: ownScript, settings: {}, roles: null };
}

/** What an update asks for: the parts in which `before` and `after` differ. The template is never one: it cannot change. */
export function changedParts(
  before: ApplicationState,
  after: ApplicationState,
): readonly Part<ApplicationState>[] {
  return differingParts(applicationParts, before, after).filter(({ name }) => name !== 'templateId');
}

/** The members as they are, with what the person changed: nothing else may be sent otherwise. */
export function withChanges(
  now: ApplicationMembers,
  { before, after }: { readonly before: ApplicationState; readonly after: ApplicationState },
): ApplicationMembers {
  const names = new Set(changedParts(before, after).map(({ name }) => name));
  return {
    ...now,
    ...(names.has('name') ? { name: after.name } : {}),
    ...(names.has('description') ? { description: after.description } : {}),
    ...(names.has('script') && after.script !== null ? { script: after.script, hasOwnScript: true } : {}),
  };
}

/** True where the application shows what a new one shall be. */
export function isAsWanted(wanted: ApplicationState, now: ApplicationState): boolean {
  return applicationParts
    .filter(({ name }) => name !== 'templateId' && (name !== 'script' || wanted.script !== null))
    .every((part) => isSamePart(part, wanted, now));
}

/** `name, description`, for messages. */
export function labelsOf(parts: readonly Part<ApplicationState>[]): string {
  return parts.map(({ label }) => label.toLowerCase()).join(', ');
}
