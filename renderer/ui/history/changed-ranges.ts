/** A range in which two texts differ: `from` to `to` of the first is `insert` in the second. UTF-16 units from 0. */
interface ChangedRange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The ranges in which two texts differ, in order. Replacing only those preserves scroll position, selection and
 * highlighting of all other text. They are separated line by line if equally many lines are between the first
 * difference and the last: changes by a formatter and by typing are far apart.
 */
export function changedRanges(before: string, after: string): readonly ChangedRange[] {
  const whole = changedRange(before, after);
  if (whole === undefined) return [];
  const old = before.slice(whole.from, whole.to).split('\n');
  const lines = whole.insert.split('\n');
  if (old.length !== lines.length || old.length === 1) return [whole];
  let start = whole.from;
  return old.flatMap((line, index) => {
    const range = changedRange(line, lines[index] ?? '');
    const from = start;
    start += line.length + 1;
    return range === undefined ? [] : [{ ...range, from: from + range.from, to: from + range.to }];
  });
}

function changedRange(before: string, after: string): ChangedRange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let common = 0;
  while (
    common < shorter - from &&
    before.charCodeAt(before.length - 1 - common) === after.charCodeAt(after.length - 1 - common)
  )
    common += 1;
  return { from, to: before.length - common, insert: after.slice(from, after.length - common) };
}
