/** A piece of a value: shared by both sides, or only on this side (marked). */
interface ValuePiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Characters of a shortened common prefix that stay visible for context. */
const prefixLength = 14;

/** Below this share of the longer value, a common part is coincidence. */
const minCommonShare = 0.2;

/**
 * The difference of two short values such as URLs: the part between their common prefix and common suffix. A
 * word diff would mark too much of `…?so=00D5f000006`, a character diff would make too many small marks.
 * `shortens` shortens a long common prefix.
 */
export function markDifference(value: string, other: string, shortens = false): ValuePiece[] {
  const [letters, others] = [[...value], [...other]];
  const start = commonLength(letters, others, (text, at) => text[at]);
  const maxLength = Math.min(letters.length, others.length) - start;
  const end = Math.min(
    maxLength,
    commonLength(letters, others, (text, at) => text[text.length - 1 - at]),
  );
  if (value !== other && start + end < minCommonShare * Math.max(letters.length, others.length))
    return value === '' ? [] : [{ text: value, isMarked: true }];
  const cut = (from: number, to: number): string => letters.slice(from, to).join('');
  const isLong = shortens && start > 2 * prefixLength;
  const beginning = isLong ? `…${cut(start - prefixLength, start)}` : cut(0, start);
  return [
    { text: beginning, isMarked: false },
    { text: cut(start, letters.length - end), isMarked: true },
    { text: cut(letters.length - end, letters.length), isMarked: false },
  ].filter(({ text }) => text !== '');
}

function commonLength(
  one: readonly string[],
  other: readonly string[],
  at: (text: readonly string[], index: number) => string | undefined,
): number {
  const maxLength = Math.min(one.length, other.length);
  let length = 0;
  while (length < maxLength && at(one, length) === at(other, length)) length += 1;
  return length;
}
