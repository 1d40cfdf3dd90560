/** A value cut into what both sides share and what only this one has. */
interface ValuePiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Of a shared beginning this much is left in sight: enough to know the place by. */
const shownOfBeginning = 14;

/** Below this share of the longer one, what both have in common is chance. */
const leastInCommon = 0.2;

/**
 * What differs between two short values such as addresses, to the letter: the stretch between their common beginning and
 * their common end. Words would mark too much of `…?so=00D5f000006`, letters one by one too many small marks. `shortens`
 * leaves out most of a long common beginning.
 */
export function markDifference(value: string, other: string, shortens = false): ValuePiece[] {
  const [letters, others] = [[...value], [...other]];
  const start = commonLength(letters, others, (text, at) => text[at]);
  const most = Math.min(letters.length, others.length) - start;
  const end = Math.min(
    most,
    commonLength(letters, others, (text, at) => text[text.length - 1 - at]),
  );
  if (value !== other && start + end < leastInCommon * Math.max(letters.length, others.length))
    return value === '' ? [] : [{ text: value, isMarked: true }];
  const cut = (from: number, to: number): string => letters.slice(from, to).join('');
  const isLong = shortens && start > 2 * shownOfBeginning;
  const beginning = isLong ? `…${cut(start - shownOfBeginning, start)}` : cut(0, start);
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
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}
