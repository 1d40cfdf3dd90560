import { diffArrays, diffWordsWithSpace } from 'diff';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import type { LineRange } from './line-segments.ts';

/** One line of a diff. Line numbers count from 1. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The changes within the line, for a line that has a counterpart on the other side. */
  readonly marks: readonly LineRange[];
}

/** A row of the side-by-side layout. */
export interface DiffPair {
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** Rows to show, and collapsed ranges of unchanged rows. */
export type Folded<Row> = { readonly rows: readonly Row[]; readonly folded: boolean };

/** Below this share of common text, two lines count as different lines; word marks would only be noise. */
const similarEnough = 0.35;

/** Lines of both texts in one sequence, removed before added. Line endings are compared as \n. */
export function diffLines(before: string, after: string): DiffLine[] {
  const oldLines = splitLines(before);
  const newLines = splitLines(after);
  const lines: DiffLine[] = [];
  let beforeNumber = 0;
  let afterNumber = 0;
  let removed: string[] = [];
  const flush = (added: readonly string[]): void => {
    lines.push(...changedLines(removed, added, beforeNumber - removed.length, afterNumber - added.length));
    removed = [];
  };
  for (const part of diffArrays(oldLines, newLines)) {
    if (part.removed) {
      removed = [...part.value];
      beforeNumber += part.value.length;
    } else if (part.added) {
      afterNumber += part.value.length;
      flush(part.value);
    } else {
      flush([]);
      for (const text of part.value) {
        beforeNumber += 1;
        afterNumber += 1;
        lines.push({ kind: 'same', text, before: beforeNumber, after: afterNumber, marks: [] });
      }
    }
  }
  flush([]);
  return lines;
}

function splitLines(text: string): string[] {
  return text === '' ? [] : withLineFeeds(text).split('\n');
}

function changedLines(
  removed: readonly string[],
  added: readonly string[],
  beforeBase: number,
  afterBase: number,
): DiffLine[] {
  const removedMarks: LineRange[][] = removed.map(() => []);
  const addedMarks: LineRange[][] = added.map(() => []);
  for (let index = 0; index < Math.min(removed.length, added.length); index += 1) {
    const marks = changedRanges(removed[index] ?? '', added[index] ?? '');
    removedMarks[index] = marks.removed;
    addedMarks[index] = marks.added;
  }
  return [
    ...removed.map((text, index): DiffLine => ({
      kind: 'removed',
      text,
      before: beforeBase + index + 1,
      after: undefined,
      marks: removedMarks[index] ?? [],
    })),
    ...added.map((text, index): DiffLine => ({
      kind: 'added',
      text,
      before: undefined,
      after: afterBase + index + 1,
      marks: addedMarks[index] ?? [],
    })),
  ];
}

/** What differs between two versions of a line, word by word; no marks when they have too little in common. */
export function changedRanges(before: string, after: string): { removed: LineRange[]; added: LineRange[] } {
  const removed: LineRange[] = [];
  const added: LineRange[] = [];
  let oldAt = 0;
  let newAt = 0;
  let common = 0;
  for (const part of diffWordsWithSpace(before, after)) {
    const length = part.value.length;
    if (part.removed) {
      removed.push({ from: oldAt, to: oldAt + length });
      oldAt += length;
    } else if (part.added) {
      added.push({ from: newAt, to: newAt + length });
      newAt += length;
    } else {
      common += part.value.trim().length;
      oldAt += length;
      newAt += length;
    }
  }
  const maxLength = Math.max(before.trim().length, after.trim().length);
  if (maxLength === 0 || common / maxLength < similarEnough) return { removed: [], added: [] };
  return { removed: joinOverBlanks(removed, before), added: joinOverBlanks(added, after) };
}

/**
 * One mark instead of several that are separated by whitespace only: "const" and "department =" read as one change.
 */
function joinOverBlanks(ranges: readonly LineRange[], text: string): LineRange[] {
  const joined: LineRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && text.slice(last.to, range.from).trim() === '') {
      joined[joined.length - 1] = { from: last.from, to: range.to };
    } else joined.push(range);
  }
  return joined;
}

/** Puts removed and added lines that replace each other side by side. */
export function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    if (line === undefined) break;
    if (line.kind === 'same') {
      pairs.push({ before: line, after: line });
      index += 1;
      continue;
    }
    const removed = run(lines, index, 'removed');
    const added = run(lines, index + removed.length, 'added');
    for (let row = 0; row < Math.max(removed.length, added.length); row += 1) {
      pairs.push({ before: removed[row], after: added[row] });
    }
    index += removed.length + added.length;
  }
  return pairs;
}

function run(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}

/** Collapses unchanged ranges, with `context` rows around each change. Ranges too short to be worth it stay. */
export function foldUnchanged<Row>(
  rows: readonly Row[],
  isUnchanged: (row: Row) => boolean,
  context: number,
): Folded<Row>[] {
  const near = rows.map(() => false);
  rows.forEach((row, index) => {
    if (isUnchanged(row)) return;
    for (let at = Math.max(0, index - context); at <= Math.min(rows.length - 1, index + context); at += 1)
      near[at] = true;
  });
  const parts: { rows: Row[]; folded: boolean }[] = [];
  rows.forEach((row, index) => {
    const folded = near[index] !== true;
    const last = parts.at(-1);
    if (last?.folded === folded) last.rows.push(row);
    else parts.push({ rows: [row], folded });
  });
  return parts.map((part) => (part.folded && part.rows.length < 4 ? { ...part, folded: false } : part));
}

/** The number of the change that each changed row belongs to, from 1: consecutive rows are one change. */
export function numberChanges<Row>(
  rows: readonly Row[],
  isUnchanged: (row: Row) => boolean,
): ReadonlyMap<Row, number> {
  const numbers = new Map<Row, number>();
  let count = 0;
  let isWithin = false;
  for (const row of rows) {
    if (isUnchanged(row)) isWithin = false;
    else {
      if (!isWithin) count += 1;
      isWithin = true;
      numbers.set(row, count);
    }
  }
  return numbers;
}

/** How many lines a diff adds and removes. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  };
}
