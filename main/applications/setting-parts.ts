import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { JsonValue, Settings } from '../../contract/applications/application-settings.ts';
import { isSecretMember, valueAt, withValue } from '../../contract/applications/application-settings.ts';
import type { Pair } from '../../contract/changes/change-parts.ts';
import { hiddenMark } from '../../contract/values/placeholder.ts';
import type { AssertionAttribute } from '../../contract/applications/setting-values.ts';
import {
  attributesAs,
  attributesIn,
  flagAs,
  flagIn,
  listAs,
  textsIn,
} from '../../contract/applications/setting-values.ts';
import type { SignOnField } from '../../contract/applications/sign-on-fields.ts';
import { isEmptyValue, pathsOf, signOnFields } from '../../contract/applications/sign-on-fields.ts';
import type { Part } from '../changes/kind/part.ts';
import { keySetOf, keySetText } from '../../contract/applications/key-set.ts';
import { knownScopesAs, knownScopesIn } from '../../contract/applications/known-scopes.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';
import { isSameJsonText } from '../../languages/json/same-json.ts';
import { isNumber, numberIn } from '../../languages/json/exact-number.ts';

/** Empty settings mean that nothing is known about them: then there is nothing to compare. */
export function knowsSettings({ settings }: Pick<ApplicationState, 'settings'>): boolean {
  // For each part of each comparison: a list of all names would take longer than the rest.
  for (const _name in settings) return true;
  return false;
}

const shared = { isMinor: true, isKnown: knowsSettings } as const;

/** A part for each member in the field table, and one for all others. */
export function settingParts(): readonly Part<ApplicationState>[] {
  const settable = signOnFields.filter(({ isReadOnly }) => isReadOnly !== true);
  const fields = new Map([
    // An alias of a field's name belongs to that field, if it exists.
    ...settable.flatMap((field) => (field.otherPaths ?? []).map((path) => [path, field] as const)),
    ...settable.map((field) => [field.path, field] as const),
  ]);
  return [...[...fields].map(([path, field]) => partOf(path, field)), otherMembers(fields)];
}

/** The paths whose members have their own part, where their values have the field's type. */
function partOf(path: string, { type, label }: SignOnField): Part<ApplicationState> {
  const get = (state: ApplicationState): unknown => {
    const value = valueAt(state.settings, path);
    return isFit(type, value) ? value : undefined;
  };
  const put = (state: ApplicationState, value: JsonValue | undefined): ApplicationState => ({
    ...state,
    settings: withValue(state.settings, path, value),
  });
  switch (type) {
    case 'urls':
    case 'texts':
      return {
        ...shared,
        type: 'set',
        name: path,
        label,
        get: (state) => textsIn(get(state)),
        set: (state, texts) =>
          isSameList(textsIn(get(state)), texts) ? state : put(state, listAs(get(state), texts)),
      };
    case 'attributes':
      return {
        ...shared,
        type: 'pairs',
        isCaseSensitive: true,
        name: path,
        label,
        get: (state) => (attributesIn(get(state)) ?? []).map(pairOf),
        set: (state, pairs) =>
          isSamePairs((attributesIn(get(state)) ?? []).map(pairOf), pairs)
            ? state
            : put(state, attributesAs(get(state), pairs)),
      };
    case 'keys':
      return {
        ...shared,
        type: 'text',
        language: 'json',
        isTrimmed: true,
        name: path,
        label,
        get: (state) => keySetText(get(state)),
        set: (state, text) =>
          keySetText(get(state)) === text ? state : put(state, text === '' ? undefined : keySetOf(text)),
      };
    case 'scopes':
      return {
        ...shared,
        type: 'pairs',
        isCaseSensitive: true,
        isSameValue: isSameMember,
        name: path,
        label,
        get: (state) => scopePairs(get(state)),
        set: (state, pairs) =>
          isSamePairs(scopePairs(get(state)), pairs) ? state : put(state, scopesOfPairs(get(state), pairs)),
      };
    default:
      return {
        ...shared,
        type: 'field',
        name: path,
        label,
        get: (state) => textOf(type, get(state)),
        set: (state, text) =>
          textOf(type, get(state)) === text ? state : put(state, valueOf(type, text, get(state))),
        isSame: (one, other) => one.trim() === other.trim(),
      };
  }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

const isSamePairs = (one: readonly Pair[], other: readonly Pair[]): boolean =>
  one.length === other.length &&
  one.every(({ name, value }, index) => name === other[index]?.name && value === other[index].value);

const pairOf = ({ name, value }: AssertionAttribute): Pair => ({ name, value, isSecret: false });

/** Each scope under its name, with its description and paths as JSON. */
const scopePairs = (value: unknown): readonly Pair[] =>
  (knownScopesIn(value) ?? []).map(({ name, description, paths }) => ({
    name,
    value: formatExact({ Description: description, AllowedRest: paths }),
    isSecret: false,
  }));

function scopesOfPairs(before: unknown, pairs: readonly Pair[]): JsonValue {
  const scopes = pairs.map(({ name, value }) => ({ ...parsedMembers(value), Scope: name }));
  // A manually merged value may have another shape: it is left unchanged and reported as a problem.
  const known = knownScopesIn(scopes);
  return known === undefined ? scopes : knownScopesAs(before, known);
}

function parsedMembers(text: string): Record<string, JsonValue> {
  const value = parsed('', text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { Description: text };
}

const flagLabels = { yes: 'Yes', no: 'No' };

/** Empty for an unreadable value and for an empty one. */
function textOf(type: SignOnField['type'], value: unknown): string {
  if (value == null) return '';
  const flag = type === 'flag' ? flagIn(value) : undefined;
  if (flag !== undefined) return flag ? flagLabels.yes : flagLabels.no;
  return typeof value === 'string' ? value : formatExact(value);
}

/** The text as a value of the member's current type. */
function valueOf(type: SignOnField['type'], text: string, before: unknown): JsonValue | undefined {
  if (type === 'flag') return text === '' ? undefined : flagAs(before, text === flagLabels.yes);
  if (isNumber(before) || (type === 'number' && typeof before !== 'string')) return numberIn(text);
  return text === '' && before === undefined ? undefined : text;
}

/** True for a value that a part of this type can show and set; others are listed unchanged among the other members. */
function isFit(type: SignOnField['type'], value: unknown): boolean {
  if (value == null) return true;
  switch (type) {
    case 'flag':
      return flagIn(value) !== undefined;
    case 'urls':
    case 'texts':
      return (
        typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
      );
    case 'attributes':
      return attributesIn(value) !== undefined;
    case 'number':
      return isNumber(value) || typeof value === 'string';
    case 'keys':
      return typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
    case 'scopes': {
      const scopes = knownScopesIn(value);
      return scopes !== undefined && new Set(scopes.map(({ name }) => name)).size === scopes.length;
    }
    default:
      return typeof value === 'string' || isNumber(value);
  }
}

export const otherMembersName = 'otherMembers';

/**
 * What no tab shows, name by name, as JSON: compared and merged like everything else, so that nothing changes unnoticed.
 */
function otherMembers(fields: ReadonlyMap<string, SignOnField>): Part<ApplicationState> {
  const types = new Map([...fields].map(([path, { type }]) => [path, type]));
  const isShown = (path: string, value: JsonValue): boolean => {
    const type = types.get(path);
    return type !== undefined && isFit(type, value);
  };
  // A state is compared with several others.
  const known = new WeakMap<Settings, readonly Pair[]>();
  const get = ({ settings }: ApplicationState): readonly Pair[] => {
    const pairs = known.get(settings) ?? pairsOf(settings);
    known.set(settings, pairs);
    return pairs;
  };
  const pairsOf = (settings: Settings): readonly Pair[] =>
    flattened(settings).flatMap(([path, value]) =>
      isShown(path, value) || isEmptyValue(value) ? [] : [{ name: path, ...valueTextOf(path, value) }],
    );
  return {
    ...shared,
    type: 'pairs',
    name: otherMembersName,
    label: 'Other members',
    isCaseSensitive: true,
    isSameValue: isSameMember,
    get,
    set(state, pairs) {
      const wanted = new Map(pairs.map((pair) => [pair.name, pair]));
      let settings = state.settings;
      for (const had of get(state)) {
        const pair = wanted.get(had.name);
        if (pair === undefined) settings = withValue(settings, had.name, undefined);
        // Keeps its spelling.
        else if (isSameMember(had, pair)) wanted.delete(had.name);
      }
      for (const [name, { value }] of wanted) settings = withValue(settings, name, parsed(name, value));
      return { ...state, settings };
    },
  };
}

/** Members by path, including those of nested objects that have their own fields. */
function flattened(settings: Settings): (readonly [string, JsonValue])[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    nested.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, value] as const],
  );
}

const nested = new Set(
  signOnFields
    .flatMap(pathsOf)
    .filter((path) => path.includes('.'))
    .map((path) => path.split('.')[0]),
);

function valueTextOf(path: string, value: JsonValue): Pick<Pair, 'value' | 'isSecret'> {
  const isSecret = isSecretMember(path) && typeof value === 'string';
  return { value: isSecret ? value : formatExact(value), isSecret };
}

/** Tenants may store a number in another spelling than the one sent: `1` for `1.0`. */
const isSameMember = (one: Pair, other: Pair): boolean =>
  one.value === other.value || (!one.isSecret && !other.isSecret && isSameJsonText(one.value, other.value));

/** Text merged by hand may be invalid JSON: then it stays text. */
function parsed(path: string, text: string): JsonValue {
  if (isSecretMember(path)) return text;
  try {
    return parseExact(text) as JsonValue;
  } catch {
    return text;
  }
}

/** The secrets of `after` that `before` doesn't have at the same path. */
export function changedSecrets(before: ApplicationState, after: ApplicationState): Settings {
  const had = secretsIn(before.settings);
  const changed = [...secretsIn(after.settings)].filter(([path, value]) => had.get(path) !== value);
  return Object.fromEntries(changed);
}

function secretsIn(settings: Settings): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  mapSecrets(settings, (value, path) => {
    found.set(path, value);
    return value;
  });
  return found;
}

/** True where the tenant has a secret that it doesn't return, so that it can't be compared. */
export function isNotReadable(part: Part<ApplicationState>, state: ApplicationState): boolean {
  return part.type === 'field' && part.get(state) === hiddenMark;
}
