import type { Pair, TextLanguage } from '../../../contract/changes/change-parts.ts';

/** What every part of a thing has: its name, and how it is got out of a state and put into one. */
interface PartBase<State, Value> {
  /** The member of the state, for example `requestBody`. */
  readonly name: string;
  readonly label: string;
  readonly get: (state: State) => Value;
  readonly set: (state: State, value: Value) => State;
  /** False where the tenant does not tell this value, or nobody said anything of it: then there is nothing to compare. */
  readonly isKnown?: (state: State) => boolean;
  /** One of very many, most of which never change: shown only where it does, or holds something of a new or deleted thing. */
  readonly isMinor?: true;
  /**
   * In a group of equal changes every part is equal unless it says otherwise here. `name`: a new or deleted thing is
   * listed under it. `listed`: its different values are listed with the group. Never for what decides who gets in or
   * where something goes.
   */
  readonly inGroups?: 'name' | 'listed';
}

/** A short value that is one whole: both sides changing it is a conflict. */
export interface FieldPart<State> extends PartBase<State, string> {
  readonly type: 'field';
  /** True where two spellings mean the same; equal texts by default. */
  readonly isSame?: (one: string, other: string) => boolean;
  /** Absent: as text. */
  readonly shownAs?: 'icon';
}

/** A long text, merged line by line. Line endings carry no meaning. */
export interface TextPart<State> extends PartBase<State, string> {
  readonly type: 'text';
  readonly language: TextLanguage;
  /** Blanks at both ends carry no meaning: some tenants drop them. */
  readonly isTrimmed?: true;
}

/** Members without an order, merged member by member. */
export interface SetPart<State> extends PartBase<State, readonly string[]> {
  readonly type: 'set';
  /** What tells members apart, where they have several spellings. */
  readonly keyOf?: (member: string) => string;
}

/** Names with values, merged name by name. */
export interface PairsPart<State> extends PartBase<State, readonly Pair[]> {
  readonly type: 'pairs';
  /** True where two names that differ in case only are two; names of headers are not. */
  readonly isCaseSensitive?: true;
  /** True where two spellings of a value mean the same; by default where they are equal but for blanks at the ends. */
  readonly isSameValue?: (one: Pair, other: Pair) => boolean;
}

/**
 * A part of a thing's state: the one description from which it is compared, merged, settled, shown and reported.
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

/** A yes or no, shown in words. */
export function flag<State extends object>(
  name: MemberOf<State, boolean>,
  label: string,
  words: { readonly yes: string; readonly no: string },
  more: Pick<FieldPart<State>, 'isKnown'> = {},
): FieldPart<State> {
  const member = memberOf<State, boolean>(name);
  return {
    type: 'field',
    name,
    label,
    get: (state) => (member.get(state) ? words.yes : words.no),
    set: (state, value) => member.set(state, value === words.yes),
    ...more,
  };
}

function memberOf<State extends object, Value>(name: keyof State) {
  return {
    // `MemberOf` lets only names through whose members are of this type; the compiler cannot carry that along.
    get: (state: State): Value => state[name] as Value,
    set: (state: State, value: Value): State => ({ ...state, [name]: value }),
  };
}
