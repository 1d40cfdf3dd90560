import type { Pair, TextLanguage } from '../../../contract/changes/change-parts.ts';

/** What every part of an item has: its name, and how to read it from a state and set it in one. */
interface PartBase<State, Value> {
  /** The member of the state, for example `requestBody`. */
  readonly name: string;
  readonly label: string;
  readonly get: (state: State) => Value;
  readonly set: (state: State, value: Value) => State;
  /** False if the tenant doesn't return this value, or no one specified it: then there is nothing to compare. */
  readonly isKnown?: (state: State) => boolean;
  /** One of very many parts that rarely change: shown only if it does, or if a new or deleted item has a value for it. */
  readonly isMinor?: true;
  /**
   * In a group of equal changes every part is equal unless it says otherwise here. `name`: a new or deleted item is
   * listed under it. `listed`: its different values are listed with the group. Never used for parts that decide who has access
   * or where something is sent.
   */
  readonly inGroups?: 'name' | 'listed';
}

/** A short value that is merged as a whole: a change by both sides is a conflict. */
export interface FieldPart<State> extends PartBase<State, string> {
  readonly type: 'field';
  /** True if two spellings mean the same; exact equality by default. */
  readonly isSame?: (one: string, other: string) => boolean;
  /** Absent: as text. */
  readonly shownAs?: 'icon';
}

/** A long text, merged line by line. Line endings carry no meaning. */
export interface TextPart<State> extends PartBase<State, string> {
  readonly type: 'text';
  readonly language: TextLanguage;
  /** Whitespace at both ends has no meaning: some tenants drop it. */
  readonly isTrimmed?: true;
}

/** Members without an order, merged member by member. */
export interface SetPart<State> extends PartBase<State, readonly string[]> {
  readonly type: 'set';
  /** The key that identifies a member, if it has several spellings. */
  readonly keyOf?: (member: string) => string;
}

/** Names with values, merged name by name. */
export interface PairsPart<State> extends PartBase<State, readonly Pair[]> {
  readonly type: 'pairs';
  /** True if names that differ only in case are two names; names of headers aren't. */
  readonly isCaseSensitive?: true;
  /** True if two spellings of a value mean the same; by default if they are equal except for whitespace at the ends. */
  readonly isSameValue?: (one: Pair, other: Pair) => boolean;
}

/**
 * A part of an item's state: the one description that is used to compare, merge, resolve, show and report it.
 * A kind is a list of these and the requests that set them.
 */
export type Part<State> = FieldPart<State> | TextPart<State> | SetPart<State> | PairsPart<State>;

type MemberOf<State, Value> = {
  [Name in keyof State]: State[Name] extends Value ? Name : never;
}[keyof State] &
  string;

/** A part that is a member of the state. */
export function field<State extends object>(
  name: MemberOf<State, string>,
  label: string,
  more: Pick<FieldPart<State>, 'isSame' | 'isKnown' | 'shownAs' | 'inGroups'> = {},
): FieldPart<State> {
  return { type: 'field', name, label, ...memberOf<State, string>(name), ...more };
}

export function text<State extends object>(
  name: MemberOf<State, string>,
  label: string,
  language: TextLanguage,
  more: Pick<TextPart<State>, 'isTrimmed' | 'inGroups'> = {},
): TextPart<State> {
  return { type: 'text', name, label, language, ...memberOf<State, string>(name), ...more };
}

export function set<State extends object>(
  name: MemberOf<State, readonly string[]>,
  label: string,
  keyOf: (member: string) => string = (member) => member,
): SetPart<State> {
  return { type: 'set', name, label, keyOf, ...memberOf<State, readonly string[]>(name) };
}

/** A yes or no, shown as text. */
export function flag<State extends object>(
  name: MemberOf<State, boolean>,
  label: string,
  labels: { readonly yes: string; readonly no: string },
  more: Pick<FieldPart<State>, 'isKnown'> = {},
): FieldPart<State> {
  const member = memberOf<State, boolean>(name);
  return {
    type: 'field',
    name,
    label,
    get: (state) => (member.get(state) ? labels.yes : labels.no),
    set: (state, value) => member.set(state, value === labels.yes),
    ...more,
  };
}

function memberOf<State extends object, Value>(name: keyof State) {
  return {
    // `MemberOf` allows only names whose members have this type; the compiler can't infer that here.
    get: (state: State): Value => state[name] as Value,
    set: (state: State, value: Value): State => ({ ...state, [name]: value }),
  };
}
