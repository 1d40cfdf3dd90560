import type { ConflictRegion, MergedRegion, MergeRegion } from '../../../languages/text/merge-regions.ts';

/** How one conflict was resolved; `edited` by typing into the result. */
export type BlockChoice = 'mine' | 'theirs' | 'both' | 'edited';

/** The lines of a region in the result, by 0-based line; several may be empty at the same line. */
interface Place {
  readonly from: number;
  readonly count: number;
}

/** The result of a merge at one time: its lines, and where each region is. Undefined choice: unresolved. */
export interface MergedLines {
  readonly lines: readonly string[];
  /** One for each region. */
  readonly places: readonly Place[];
  /** One for each region; only conflicts have one. */
  readonly choices: readonly (BlockChoice | undefined)[];
}

/** The merge before any choice: conflicts have the lines of the base. */
export function startOfMerge(regions: readonly MergeRegion[]): MergedLines {
  const lines: string[] = [];
  const places = regions.map((region) => {
    const shown = region.kind === 'conflict' ? region.base : region.lines;
    const place = { from: lines.length, count: shown.length };
    lines.push(...shown);
    return place;
  });
  return { lines, places, choices: regions.map(() => undefined) };
}

/** The lines of a conflict for a choice. */
export function linesOfChoice(
  { base, mine, theirs }: ConflictRegion,
  choice: Exclude<BlockChoice, 'edited'> | undefined,
): readonly string[] {
  switch (choice) {
    case 'mine':
      return mine;
    case 'theirs':
      return theirs;
    case 'both':
      return [...mine, ...theirs];
    case undefined:
      return base;
  }
}

/** The merge with one region resolved, or unresolved again. */
export function withChoice(
  state: MergedLines,
  regions: readonly MergeRegion[],
  index: number,
  choice: Exclude<BlockChoice, 'edited'> | undefined,
): MergedLines {
  const region = regions[index];
  const place = state.places[index];
  if (region?.kind !== 'conflict' || place === undefined) return state;
  const shown = linesOfChoice(region, choice);
  const by = shown.length - place.count;
  return {
    lines: state.lines.toSpliced(place.from, place.count, ...shown),
    places: state.places.map((each, at) => {
      if (at === index) return { ...each, count: shown.length };
      return at > index ? { ...each, from: each.from + by } : each;
    }),
    choices: state.choices.with(index, choice),
  };
}

/** The merge after an edit of the whole result: conflicts whose lines were edited are resolved by that. */
export function withText(state: MergedLines, regions: readonly MergeRegion[], text: string): MergedLines {
  const now = text.split('\n');
  const old = state.lines;
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const edit = { from: head, to: old.length - tail, by: now.length - old.length };
  if (edit.from === edit.to && edit.by === 0) return state;
  const moved = state.places.map((place) => movedPlace(place, edit));
  return {
    lines: now,
    places: moved.map(({ from, count }) => ({ from, count })),
    choices: state.choices.map((choice, index) =>
      regions[index]?.kind === 'conflict' && moved[index]?.isTouched === true ? 'edited' : choice,
    ),
  };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** Lines inserted exactly where a region has none belong to it; at the edge of one with lines, they don't. */
function movedPlace({ from, count }: Place, edit: Edit): Place & { readonly isTouched: boolean } {
  const to = from + count;
  const isInsertion = edit.from === edit.to;
  if (count === 0 && isInsertion && edit.from === from) return { from, count: edit.by, isTouched: true };
  if (isInsertion ? edit.from <= from : edit.to <= from)
    return { from: from + edit.by, count, isTouched: false };
  if (edit.from >= to) return { from, count, isTouched: false };
  // The part of the edit that is outside of the region is not part of it afterwards.
  const before = Math.max(0, from - edit.from);
  const after = Math.max(0, edit.to - to);
  const written = edit.to - edit.from + edit.by;
  const outside = Math.max(0, edit.from - from) + Math.max(0, to - edit.to);
  const start = before > 0 ? edit.from + Math.min(before, written) : from;
  const inside = Math.max(0, written - before - after);
  return { from: start, count: outside + inside, isTouched: true };
}

/** Merged edits without a decision: not what is unchanged, and not what both changed in the same way. */
export function isMergedEdit(region: MergeRegion): region is MergedRegion {
  return region.kind === 'mine' || region.kind === 'theirs';
}
