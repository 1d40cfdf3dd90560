import { diffArrays } from 'diff';
import { formatNumber, plural } from './intl.ts';

/** Editors and text areas show all three the same way, and return every text with line feeds. */
export type LineEnd = '\n' | '\r\n' | '\r';

/** Lines that are the same in two texts but for what ends them. */
interface LineEndChange {
  readonly from: LineEnd;
  readonly to: LineEnd;
  readonly lines: number;
}

/** With more differing lines than this, a text counts as rewritten: a diff would block the window. */
const maxDifferences = 2000;

const names: Readonly<Record<LineEnd, string>> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };

export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/**
 * `edited` with the line ends of `original`: an unchanged line has the same line end, a changed line gets that
 * of the line it replaces, and an added one gets the most frequent one. The line ends of `edited` are
 * ignored; if the text equals that of `original`, `original` itself is returned. With `others`, changed and
 * added lines get this line end instead.
 */
export function withLineEndsOf(original: string, edited: string, others?: LineEnd): string {
  const text = withLineFeeds(edited);
  if (!original.includes('\r')) return text;
  const ends = lineEndsOf(original);
  const common = others ?? findMostFrequent(ends);
  if (ends.every((end) => end === common)) return common === '\n' ? text : text.replaceAll('\n', common);
  const old = withLineFeeds(original).split('\n');
  const lines = text.split('\n');
  const unchanged = preservedEnds(old, lines, ends, others !== undefined);
  let last: LineEnd | undefined;
  return lines
    .map((line, at) => {
      if (at === lines.length - 1) return line;
      const end = unchanged[at] ?? common;
      // A CR before the LF of an empty line would combine into one line end.
      last = line === '' && last === '\r' && end === '\n' ? '\r' : end;
      return line + last;
    })
    .join('');
}

/** Line end changes in lines whose text is the same in both; empty if there are none. */
export function lineEndChanges(before: string, after: string): readonly LineEndChange[] {
  if (!before.includes('\r') && !after.includes('\r')) return [];
  const ends = { before: lineEndsOf(before), after: lineEndsOf(after) };
  const counts = new Map<string, LineEndChange>();
  const texts = [before, after].map((text) => withLineFeeds(text).split('\n'));
  for (const { unchanged, at, from } of runs(texts[0] ?? [], texts[1] ?? [])) {
    for (let line = 0; line < unchanged; line += 1) {
      const [was, is] = [ends.before[from + line], ends.after[at + line]];
      if (was === undefined || is === undefined || was === is) continue;
      const key = `${was} ${is}`;
      counts.set(key, { from: was, to: is, lines: (counts.get(key)?.lines ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

/** The line ends of a text for status lines: `LF`, `CRLF`, `CR` or `mixed`; undefined for a single line. */
export function lineEndName(text: string): string | undefined {
  const ends = new Set(lineEndsOf(text));
  const [first] = ends;
  return first === undefined ? undefined : ends.size > 1 ? 'mixed' : names[first];
}

/** `12 lines CRLF → LF`, for use after "Line ends changed:"; undefined if there are none. */
export function lineEndText(before: string, after: string): string | undefined {
  const changes = lineEndChanges(before, after);
  if (changes.length === 0) return undefined;
  return changes
    .map(({ from, to, lines }) => {
      const counted = plural(lines, { one: '1 line', other: `${formatNumber(lines)} lines` });
      return `${counted} ${names[from]} → ${names[to]}`;
    })
    .join(', ');
}

const lineEndsOf = (text: string): readonly LineEnd[] => (text.match(/\r\n?|\n/g) ?? []) as LineEnd[];

/** The first of several equally frequent ones. */
function findMostFrequent(ends: readonly LineEnd[]): LineEnd {
  const counts = new Map<LineEnd, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((leader, each) => (each[1] > leader[1] ? each : leader), ['\n', 0] as const)[0];
}

/**
 * For each line of `lines`: the line end of the `old` line that it equals or, unless `onlySame`, replaces;
 * undefined for others.
 */
function preservedEnds(
  old: readonly string[],
  lines: readonly string[],
  ends: readonly LineEnd[],
  onlySame: boolean,
): readonly (LineEnd | undefined)[] {
  const unchanged: (LineEnd | undefined)[] = Array.from({ length: lines.length });
  for (const { unchanged: same, removed, added, from, at } of runs(old, lines)) {
    const taken = onlySame ? same : same + Math.min(removed, added);
    for (let line = 0; line < taken; line += 1) unchanged[at + line] = ends[from + line];
  }
  return unchanged;
}

/**
 * Either `kept` lines, or `removed` lines replaced by `added` ones; they begin at `from` and `at` (0-based).
 */
interface Run {
  readonly from: number;
  readonly at: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly added: number;
}

/**
 * Lines around the first and last difference are matched without a diff, because edits are usually in one
 * place.
 */
function runs(old: readonly string[], lines: readonly string[]): readonly Run[] {
  const shorter = Math.min(old.length, lines.length);
  let head = 0;
  while (head < shorter && old[head] === lines[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === lines.at(-1 - tail)) tail += 1;
  const found: Run[] = [{ from: 0, at: 0, unchanged: head, removed: 0, added: 0 }];
  const middle = {
    old: old.slice(head, old.length - tail),
    lines: lines.slice(head, lines.length - tail),
  };
  let [from, at] = [head, head];
  let removed = 0;
  for (const part of diffArrays(middle.old, middle.lines, { maxEditLength: maxDifferences }) ?? [
    { count: middle.old.length, added: false, removed: true },
    { count: middle.lines.length, added: true, removed: false },
  ]) {
    const { count } = part;
    if (part.removed) {
      removed = count;
      continue;
    }
    const run = part.added
      ? { from, at, unchanged: 0, removed, added: count }
      : { from: from + removed, at, unchanged: count, removed: 0, added: 0 };
    found.push(run);
    from = run.from + run.unchanged + run.removed;
    at += count;
    removed = 0;
  }
  found.push({
    ...{ from: old.length - tail, at: lines.length - tail },
    ...{ unchanged: tail, removed: 0, added: 0 },
  });
  return found;
}
