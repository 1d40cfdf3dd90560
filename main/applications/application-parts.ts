import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { JsonValue, Settings } from '../../contract/applications/application-settings.ts';
import { settingsOf } from '../../contract/applications/application-settings.ts';
import { differingParts } from '../changes/kind/compare-states.ts';
import { isSameText } from '../changes/kind/three-way-merge.ts';
import type { Part } from '../changes/kind/part.ts';
import { field, text } from '../changes/kind/part.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import type { HideSecrets } from './application-secrets.ts';
import { hiddenMark } from '../../contract/values/placeholder.ts';
import { isNotReadable, otherMembersName, settingParts } from './setting-parts.ts';

/** The parts of an application that Tenant Desk can edit or restore. */
export const applicationParts: readonly Part<ApplicationState>[] = [
  field<ApplicationState>('name', 'Name', {
    isSame: (one, other) => one.trim() === other.trim(),
    inGroups: 'name',
  }),
  text<ApplicationState>('description', 'Description', 'text', { isTrimmed: true, inGroups: 'listed' }),
  {
    ...field<ApplicationState>('icon', 'Icon', { isKnown: ({ icon }) => icon !== '', shownAs: 'icon' }),
    isMinor: true,
  },
  field<ApplicationState>('templateId', 'Template', { isKnown: ({ templateId }) => templateId !== '' }),
  {
    type: 'text',
    name: 'script',
    label: 'Script',
    language: 'javascript',
    get: ({ script }) => script ?? '',
    set: (state, script) => ({ ...state, script: script === '' && state.script === null ? null : script }),
  },
  ...settingParts(),
  {
    type: 'set',
    name: 'roles',
    label: 'Roles',
    isMinor: true,
    isKnown: ({ roles }) => roles !== null,
    get: ({ roles }) => roles ?? [],
    set: (state, roles) => ({ ...state, roles: [...roles] }),
  },
];

/** Caches records that are still in use: each is compared several times and never mutated. */
const settingsOfRecords = new WeakMap<Settings, ApplicationState['settings']>();

function settingsOfRecord(record: Settings): ApplicationState['settings'] {
  const settings = settingsOfRecords.get(record) ?? { ...settingsOf(record) };
  settingsOfRecords.set(record, settings);
  return settings;
}

/** True where there is no script at all, as in some kinds of applications. */
export const isNoScript = (script: string): boolean => /^\s*(@Empty)?\s*$/.test(script);

/** As it is edited and compared. Its record doesn't say who may use it. */
export function stateOf(members: ApplicationMembers, hide: HideSecrets): ApplicationState {
  const { templateName, name, description, icon, hasOwnScript, script, record } = members;
  const settings = settingsOfRecord(hide(record));
  const ownScript = hasOwnScript ? script : null;
  return { templateId: templateName, name, description, icon, script: ownScript, settings, roles: null };
}

/** What an update requests: the parts in which `before` and `after` differ, never the template, which can't change. */
export function changedParts(
  before: ApplicationState,
  after: ApplicationState,
): readonly Part<ApplicationState>[] {
  return differingParts(applicationParts, before, after).filter(
    ({ name }) => name !== 'templateId' && name !== 'roles',
  );
}

/** `now` with the user's edits: nothing else may be sent differently. */
export function withChanges(
  now: ApplicationState,
  { before, after }: { readonly before: ApplicationState; readonly after: ApplicationState },
): ApplicationState {
  return changedParts(before, after).reduce((state, part) => withPartOf(part, state, after), now);
}

function withPartOf(
  part: Part<ApplicationState>,
  onto: ApplicationState,
  from: ApplicationState,
): ApplicationState {
  switch (part.type) {
    case 'field':
    case 'text':
      return part.set(onto, part.get(from));
    case 'set':
      return part.set(onto, part.get(from));
    case 'pairs':
      return part.set(onto, part.get(from));
  }
}

/** The members to send, with name, description, icon and script from `wanted`. */
export function membersAs(now: ApplicationMembers, wanted: ApplicationState): ApplicationMembers {
  const { name, description, icon, script } = wanted;
  const isOwn = script !== null && !(now.hasOwnScript === false && isSameText(script, now.script));
  return {
    ...now,
    name,
    description,
    icon: icon === '' ? now.icon : icon,
    ...(isOwn ? { script, hasOwnScript: true } : {}),
  };
}

/** The target state of a new application: what its template gave it, overridden by `wanted`. */
export function withRequested(now: ApplicationState, wanted: ApplicationState): ApplicationState {
  const { templateId, name, description, icon, script } = wanted;
  return {
    templateId,
    name,
    description,
    icon: icon === '' ? now.icon : icon,
    script: script ?? now.script,
    settings: { ...mergedSettings(now.settings, wanted.settings) },
    roles: null,
  };
}

/** Merges settings over others, member by member in nested objects too. */
export function mergedSettings(below: Settings, above: Settings): Settings {
  const merged = Object.entries(above).map(([name, value]): readonly [string, JsonValue] => {
    const under = below[name];
    return [name, isMembers(value) && isMembers(under) ? { ...under, ...value } : value];
  });
  return { ...below, ...Object.fromEntries(merged) };
}

function isMembers(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parts in which a new application differs from the target; members that no tab shows are listed separately. */
export function notAsRequested(
  wanted: ApplicationState,
  members: ApplicationMembers,
  hide: HideSecrets,
): { readonly parts: readonly Part<ApplicationState>[]; readonly otherMembers: readonly string[] } {
  const now = stateOf(members, hide);
  const target = withRequested(now, wanted);
  const isSameScript = wanted.script === null || isSameText(wanted.script, members.script);
  const differing = changedParts(now, target).filter(
    (part) =>
      (part.name !== 'script' || !isSameScript) && !isNotReadable(part, now) && !isNotReadable(part, target),
  );
  const [others] = differing.filter(({ name }) => name === otherMembersName);
  return {
    parts: differing.filter(({ name }) => name !== otherMembersName),
    otherMembers: others?.type === 'pairs' ? differingNames(others, now, target) : [],
  };
}

/** Secrets that were sent and that the tenant doesn't show. */
export function unreadableParts(
  wanted: ApplicationState,
  members: ApplicationMembers,
  hide: HideSecrets,
): readonly Part<ApplicationState>[] {
  const now = stateOf(members, hide);
  const target = withRequested(now, wanted);
  return changedParts(now, target).filter((part) => isNotReadable(part, now) && !isNotReadable(part, target));
}

function differingNames(
  part: Extract<Part<ApplicationState>, { type: 'pairs' }>,
  now: ApplicationState,
  target: ApplicationState,
): readonly string[] {
  const has = new Map(part.get(now).map((pair) => [pair.name, pair]));
  return part
    .get(target)
    .filter((pair) => {
      const had = has.get(pair.name);
      const isSame =
        had !== undefined && (had.value === pair.value || part.isSameValue?.(had, pair) === true);
      return !isSame && !isMarkAlone(pair.value, had?.value);
    })
    .map(({ name }) => name);
}

/** A secret that is unreadable or unknown can't be compared. */
const isMarkAlone = (...values: readonly (string | undefined)[]): boolean =>
  values.some((value) => value?.replaceAll('"', '').trim() === hiddenMark);

/** `name, description`, for messages. */
export function labelsOf(parts: readonly Part<ApplicationState>[]): string {
  return parts.map(({ label }) => (/^[A-Z]{2}/.test(label) ? label : lowerFirst(label))).join(', ');
}

const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
