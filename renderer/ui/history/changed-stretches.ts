/** A stretch in which two texts differ: `from` to `to` of the first is `insert` in the second. UTF-16 units from 0. */
interface ChangedStretch {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The stretches in which two texts differ, in their order. Replacing only those leaves the place, the selection and the colors
 * of all other text as they are. They are told apart line by line where as many lines stand between the first difference and
 * the last: what prints a time and what is typed change far from each other.
 */
export function changedStretches(before: string, after: string): readonly ChangedStretch[] {
  const whole = changedStretch(before, after);
  if (whole === undefined) return [];
  const old = before.slice(whole.from, whole.to).split('\n');
  const lines = whole.insert.split('\n');
  if (old.length !== lines.length || old.length === 1) return [whole];
  let start = whole.from;
  return old.flatMap((line, index) => {
    const stretch = changedStretch(line, lines[index] ?? '');
    const from = start;
    start += line.length + 1;
    return stretch === undefined ? [] : [{ ...stretch, from: from + stretch.from, to: from + stretch.to }];
  });
}

function changedStretch(before: string, after: string): ChangedStretch | undefined {
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
