import { mergeDiff3 } from 'node-diff3';
import { lineEndChanges, withLineEndsOf, withLineFeeds } from '../../../languages/text/line-ends.ts';

export interface Merge {
  /** With conflict markers where `isClean` is false. */
  readonly merged: string;
  readonly isClean: boolean;
}

/** Compares texts ignoring line ends, because a tenant may store a text with other line ends than it was sent. */
export function isSameText(one: string, other: string): boolean {
  return withLineFeeds(one) === withLineFeeds(other);
}

/**
 * Merges two edits of one text line by line. The same edit on both sides isn't a conflict. Lines keep the line ends that they
 * have in `theirs`, unless `mine` changed those.
 */
export function mergeTexts(base: string, theirs: string, mine: string): Merge {
  const lines = (text: string): string[] => withLineFeeds(text).split('\n');
  const { conflict, result } = mergeDiff3(lines(mine), lines(base), lines(theirs), {
    excludeFalseConflicts: true,
    label: { a: 'yours', o: 'when you started', b: 'in the tenant' },
  });
  const like = lineEndChanges(base, mine).length > 0 ? mine : theirs;
  return { merged: withLineEndsOf(like, result.join('\n')), isClean: !conflict };
}

/**
 * Merges two edits of one set: what either side added is included, what either side removed is not. The order is that of
 * `theirs`, followed by the additions of `mine`. Never a conflict, because members have no parts.
 */
export function mergeSets(
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): string[] {
  const wasThere = new Set(base);
  const isMine = new Set(mine);
  const remaining = theirs.filter((member) => isMine.has(member) || !wasThere.has(member));
  const added = mine.filter((member) => !wasThere.has(member));
  return [...new Set([...remaining, ...added])];
}
