import { diffArrays } from 'diff';
import type { ChangePart, Pair } from '../../../contract/changes/change-parts.ts';
import { lineEndText, withLineFeeds } from '../../../languages/text/line-ends.ts';
import { plural } from '../../../languages/text/intl.ts';
import type { FieldPart, PairsPart, Part, SetPart, TextPart } from './part.ts';
import { isSameText, mergeSets, mergeTexts } from './three-way-merge.ts';

/** The changes of both sides to one part. Values have the part's own type. */
interface PartConflict<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
  readonly merged: Value;
  readonly isClean: boolean;
}

export type Conflict = PartConflict<string> | PartConflict<readonly string[]> | PartConflict<readonly Pair[]>;

/** Conflicts that only a person can resolve, by name of the part. */
export type Conflicts = ReadonlyMap<string, Conflict>;

interface Merged<Value> {
  readonly value: Value;
  /** Present if both sides changed the same value in different ways. */
  readonly conflict?: PartConflict<Value>;
}

export function isSamePart<State>(part: Part<State>, one: State, other: State): boolean {
  if (part.isKnown?.(one) === false || part.isKnown?.(other) === false) return true;
  switch (part.type) {
    case 'field':
      return isSameField(part, one, other);
    case 'text':
      return isSameLongText(part, part.get(one), part.get(other));
    case 'set':
      return isSameSet(part, part.get(one), part.get(other));
    case 'pairs':
      return isSamePairs(part, one, other);
  }
}

/** As `isSamePart`, but texts are the same only with the same line ends. */
export function isIdenticalPart<State>(part: Part<State>, one: State, other: State): boolean {
  const isSame = isSamePart(part, one, other);
  if (part.type !== 'text' || !isSame) return isSame;
  if (part.isKnown?.(one) === false || part.isKnown?.(other) === false) return true;
  const texts = [part.get(one), part.get(other)].map((text) =>
    part.isTrimmed === true ? text.trim() : text,
  );
  return texts[0] === texts[1];
}

/**
 * True if `now` shows the result of a change of a part. Line ends count if the change was of nothing else, because a tenant
 * may store a text with other line ends than it was sent.
 */
export function isPartInEffect<State>(
  part: Part<State>,
  { before, after }: { readonly before: State; readonly after: State },
  now: State,
): boolean {
  return isSamePart(part, before, after) ? isIdenticalPart(part, after, now) : isSamePart(part, after, now);
}

/** The parts that differ between two states, even if only in their line ends. */
export function differingParts<State>(
  parts: readonly Part<State>[],
  one: State,
  other: State,
): readonly Part<State>[] {
  return parts.filter((part) => !isIdenticalPart(part, one, other));
}

export function isSameState<State>(parts: readonly Part<State>[], one: State, other: State): boolean {
  return parts.every((part) => isSamePart(part, one, other));
}

export function isIdenticalState<State>(parts: readonly Part<State>[], one: State, other: State): boolean {
  return parts.every((part) => isIdenticalPart(part, one, other));
}

/**
 * Applies the changes of `mine` to `theirs`: what either side changed since `base` is included, and what both changed in
 * different ways is a conflict, for which `merged` has the value of `mine` until it is resolved.
 */
export function mergeStates<State>(
  parts: readonly Part<State>[],
  sides: { readonly base: State; readonly theirs: State; readonly mine: State },
): { readonly merged: State; readonly conflicts: Conflicts } {
  const conflicts = new Map<string, Conflict>();
  let merged = sides.theirs;
  for (const part of parts) {
    const { state, conflict } = mergePart(part, sides, merged);
    merged = state;
    if (conflict !== undefined) conflicts.set(part.name, conflict);
  }
  return { merged, conflicts };
}

/** The parts as a review shows them; `before` or `after` is null if the item doesn't exist at that time. */
export function showParts<State>(
  parts: readonly Part<State>[],
  change: { readonly before: State | null; readonly after: State | null; readonly conflicts?: Conflicts },
): ChangePart[] {
  const { before, after } = change;
  return parts.flatMap((part) => {
    const isChanged = before === null || after === null || !isIdenticalPart(part, before, after);
    return isShown(part, change, isChanged) ? [showPart(part, change, isChanged)] : [];
  });
}

/** `name, template +4 −2 lines`: what changed, as shown in a list. */
export function summarizeParts<State>(parts: readonly Part<State>[], before: State, after: State): string {
  return differingParts(parts, before, after)
    .map((part) => summarizePart(part, before, after))
    .join(', ');
}

function mergePart<State>(
  part: Part<State>,
  { base, theirs, mine }: { readonly base: State; readonly theirs: State; readonly mine: State },
  onto: State,
): { readonly state: State; readonly conflict?: Conflict } {
  const isMine = !isIdenticalPart(part, base, mine);
  if (!isMine) return { state: onto };
  const isTheirs = !isSamePart(part, base, theirs) && !isSamePart(part, theirs, mine);
  switch (part.type) {
    case 'field': {
      const value = part.get(mine);
      if (!isTheirs) return { state: part.set(onto, value) };
      const conflict = {
        base: part.get(base),
        theirs: part.get(theirs),
        mine: value,
        merged: value,
        isClean: false,
      };
      return { state: part.set(onto, value), conflict };
    }
    case 'text': {
      // Line ends are merged, too.
      if (isIdenticalPart(part, base, theirs)) return { state: part.set(onto, part.get(mine)) };
      const { value, conflict } = mergeLongTexts(part.get(base), part.get(theirs), part.get(mine));
      return { state: part.set(onto, value), ...(conflict === undefined ? {} : { conflict }) };
    }
    case 'set': {
      const keyed = setsByKey(part, part.get(base), part.get(theirs), part.get(mine));
      return { state: part.set(onto, isTheirs ? mergeSets(...keyed) : keyed[2]) };
    }
    case 'pairs': {
      if (!isTheirs) return { state: part.set(onto, part.get(mine)) };
      const { value, conflict } = mergePairs(part, { base, theirs, mine });
      return { state: part.set(onto, value), ...(conflict === undefined ? {} : { conflict }) };
    }
  }
}

function mergeLongTexts(base: string, theirs: string, mine: string): Merged<string> {
  const { merged, isClean } = mergeTexts(base, theirs, mine);
  return isClean
    ? { value: merged }
    : { value: mine, conflict: { base, theirs, mine, merged, isClean: false } };
}

/** Names are case-insensitive unless the part says otherwise; the second line of one name is another pair. */
function keysOf(pairs: readonly Pair[], isCaseSensitive: boolean): readonly string[] {
  const seen = new Map<string, number>();
  return pairs.map(({ name }) => {
    const key = isCaseSensitive ? name.trim() : name.trim().toLowerCase();
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key}\n${count}`;
  });
}

function byKey<State>(part: PairsPart<State>, state: State): ReadonlyMap<string, Pair> {
  const pairs = part.get(state);
  const keys = keysOf(pairs, part.isCaseSensitive === true);
  return new Map(pairs.map((pair, index) => [keys[index] ?? '', pair]));
}

function isSameValue<State>(
  { isSameValue: isSame }: PairsPart<State>,
  one: Pair | undefined,
  other: Pair | undefined,
): boolean {
  if (one?.value.trim() === other?.value.trim()) return true;
  return one !== undefined && other !== undefined && isSame?.(one, other) === true;
}

function mergePairs<State>(
  part: PairsPart<State>,
  { base, theirs, mine }: { readonly base: State; readonly theirs: State; readonly mine: State },
): Merged<readonly Pair[]> {
  const [began, their, my] = [byKey(part, base), byKey(part, theirs), byKey(part, mine)];
  const merged: Pair[] = [];
  let isClean = true;
  for (const key of new Set([...their.keys(), ...my.keys()])) {
    const [old, other, own] = [began.get(key), their.get(key), my.get(key)];
    const isMine = !isSameValue(part, old, own);
    const chosen = isMine ? own : other;
    if (isMine && !isSameValue(part, old, other) && !isSameValue(part, own, other)) isClean = false;
    if (chosen !== undefined) merged.push(chosen);
  }
  return isClean
    ? { value: merged }
    : {
        value: part.get(mine),
        conflict: {
          base: part.get(base),
          theirs: part.get(theirs),
          mine: part.get(mine),
          merged,
          isClean: false,
        },
      };
}

/** All three sides in one spelling: that of `theirs` if it has the member. */
function setsByKey<State>(
  { keyOf }: SetPart<State>,
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): [string[], string[], string[]] {
  if (keyOf === undefined) return [[...base], [...theirs], [...mine]];
  const spelling = new Map([...base, ...mine, ...theirs].map((member) => [keyOf(member), member]));
  const spelled = (members: readonly string[]): string[] => [
    ...new Set(members.map((member) => spelling.get(keyOf(member)) ?? member)),
  ];
  return [spelled(base), spelled(theirs), spelled(mine)];
}

function isSameField<State>(part: FieldPart<State>, one: State, other: State): boolean {
  const isSame = part.isSame ?? ((a: string, b: string) => a === b);
  return isSame(part.get(one), part.get(other));
}

function isSameLongText<State>(part: TextPart<State>, one: string, other: string): boolean {
  return part.isTrimmed === true ? isSameText(one.trim(), other.trim()) : isSameText(one, other);
}

function isSameSet<State>(
  { keyOf }: SetPart<State>,
  one: readonly string[],
  other: readonly string[],
): boolean {
  if (one.length === other.length && one.every((member, index) => member === other[index])) return true;
  const keys = (members: readonly string[]) => new Set(keyOf === undefined ? members : members.map(keyOf));
  return keys(one).symmetricDifference(keys(other)).size === 0;
}

function isSamePairs<State>(part: PairsPart<State>, one: State, other: State): boolean {
  if (isSameList(part.get(one), part.get(other))) return true;
  const mine = byKey(part, one);
  const theirs = byKey(part, other);
  return (
    mine.size === theirs.size &&
    [...mine].every(([key, pair]) => theirs.has(key) && isSameValue(part, pair, theirs.get(key)))
  );
}

/** Most lists are equal to the letter, and that check is much faster. */
function isSameList(one: readonly Pair[], other: readonly Pair[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, value }, index) => name === other[index]?.name && value === other[index].value)
  );
}

interface Shown<State> {
  readonly before: State | null;
  readonly after: State | null;
  readonly conflicts?: Conflicts;
}

function isShown<State>(
  part: Part<State>,
  { before, after, conflicts }: Shown<State>,
  isChanged: boolean,
): boolean {
  if (part.isMinor !== true || conflicts?.has(part.name) === true) return true;
  if (before !== null && after !== null) return isChanged;
  const one = after ?? before;
  return one !== null && part.isKnown?.(one) !== false && part.get(one).length > 0;
}

function showPart<State>(
  part: Part<State>,
  { before, after, conflicts }: Shown<State>,
  isChanged: boolean,
): ChangePart {
  const shared = { name: part.name, label: part.label, isChanged };
  const conflict = conflicts?.get(part.name);
  switch (part.type) {
    case 'field': {
      const get = (state: State): string => (part.isKnown?.(state) === false ? '' : part.get(state));
      return {
        ...shared,
        type: 'field',
        ...(part.shownAs === undefined ? {} : { shownAs: part.shownAs }),
        before: before === null ? null : get(before),
        after: after === null ? null : part.get(after),
        ...(conflict === undefined ? {} : { conflict: conflict as PartConflict<string> }),
      };
    }
    case 'text':
      return {
        ...shared,
        type: 'text',
        language: part.language,
        before: before === null ? null : part.get(before),
        after: after === null ? null : part.get(after),
        ...(conflict === undefined ? {} : { conflict: conflict as PartConflict<string> }),
      };
    case 'set':
      return {
        ...shared,
        type: 'set',
        before: before === null ? null : [...part.get(before)],
        after: after === null ? null : [...part.get(after)],
      };
    case 'pairs': {
      const copy = (state: State): Pair[] => part.get(state).map((pair) => ({ ...pair }));
      return {
        ...shared,
        type: 'pairs',
        before: before === null ? null : copy(before),
        after: after === null ? null : copy(after),
        ...(conflict === undefined
          ? {}
          : { conflict: mutablePairs(conflict as PartConflict<readonly Pair[]>) }),
      };
    }
  }
}

function mutablePairs(conflict: PartConflict<readonly Pair[]>) {
  const { base, theirs, mine, merged, isClean } = conflict;
  return { base: [...base], theirs: [...theirs], mine: [...mine], merged: [...merged], isClean };
}

function summarizePart<State>(part: Part<State>, before: State, after: State): string {
  const label = part.label.toLowerCase();
  switch (part.type) {
    case 'field':
      return label;
    case 'text': {
      const texts = [part.get(before), part.get(after)] as const;
      if (texts.every((each) => !each.includes('\n'))) return label;
      const { added, removed } = lineChanges(...texts);
      const lineEnds = lineEndText(...texts);
      const isRest = added + removed > 0 || lineEnds === undefined;
      return `${label} ${[...(isRest ? [`+${added} −${removed} lines`] : []), ...(lineEnds === undefined ? [] : [`line ends of ${lineEnds}`])].join(', ')}`;
    }
    case 'set': {
      const { added, removed } = memberChanges(part, before, after);
      return `${label} +${added.length} −${removed.length}`;
    }
    case 'pairs': {
      const count = changedPairs(part, before, after).length;
      return `${count} ${plural(count, { one: label.replace(/s$/, ''), other: label })}`;
    }
  }
}

export function lineChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const part of diffArrays(withLineFeeds(before).split('\n'), withLineFeeds(after).split('\n'))) {
    if (part.added) added += part.value.length;
    if (part.removed) removed += part.value.length;
  }
  return { added, removed };
}

/** Members that only one of two states has, in the spelling of that state. */
export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What a change does to a set, member by member. */
export function changedMembers<State>(
  { get, keyOf = (member) => member }: SetPart<State>,
  before: State,
  after: State,
): MemberChange {
  const beyond = (state: State, other: State): string[] => {
    const keys = new Set(get(other).map(keyOf));
    return get(state).filter((member) => !keys.has(keyOf(member)));
  };
  return { added: beyond(after, before), removed: beyond(before, after) };
}

/** As `changedMembers`, by the keys of members, each once and sorted. */
function memberChanges<State>(part: SetPart<State>, before: State, after: State): MemberChange {
  const keysOf = (members: readonly string[]): string[] =>
    [...new Set(members.map(part.keyOf ?? ((member) => member)))].toSorted();
  const { added, removed } = changedMembers(part, before, after);
  return { added: keysOf(added), removed: keysOf(removed) };
}

function changedPairs<State>(
  part: PairsPart<State>,
  before: State,
  after: State,
): readonly (readonly string[])[] {
  const had = byKey(part, before);
  const has = byKey(part, after);
  return [...new Set([...had.keys(), ...has.keys()])]
    .filter((key) => !had.has(key) || !has.has(key) || !isSameValue(part, had.get(key), has.get(key)))
    .map((key) => [key, has.get(key)?.value ?? '']);
}
