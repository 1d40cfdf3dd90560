import { diff3MergeRegions } from 'node-diff3';
import { lineEndChanges, withLineEndsOf, withLineFeeds } from './line-ends.ts';

/** Lines that a merge of two edits has without a decision; `kind` says which side changed them. */
export interface MergedRegion {
  readonly kind: 'same' | 'mine' | 'theirs' | 'both';
  readonly lines: readonly string[];
}

/** Lines that both sides changed in different ways, with the 0-based number of their first line in each text. */
export interface ConflictRegion {
  readonly kind: 'conflict';
  readonly base: readonly string[];
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  readonly at: { readonly base: number; readonly theirs: number; readonly mine: number };
}

export type MergeRegion = MergedRegion | ConflictRegion;

const linesOf = (text: string): string[] => withLineFeeds(text).split('\n');

/**
 * Two edits of one text, line by line. The same edit on both sides isn't a conflict. Line ends are ignored: see
 * `withMergedLineEnds`.
 */
export function mergeRegions(base: string, theirs: string, mine: string): readonly MergeRegion[] {
  const regions = diff3MergeRegions(linesOf(mine), linesOf(base), linesOf(theirs));
  return joined(
    regions.flatMap((region): MergeRegion[] => {
      if (region.stable) {
        const kind = region.buffer === 'a' ? 'mine' : region.buffer === 'b' ? 'theirs' : 'same';
        return [{ kind, lines: region.bufferContent }];
      }
      return conflictIn({
        kind: 'conflict',
        ...{ base: region.oContent, theirs: region.bContent, mine: region.aContent },
        at: { base: region.oStart, theirs: region.bStart, mine: region.aStart },
      });
    }),
  );
}

/**
 * A merged text with its line ends: lines keep the line ends that they have in `theirs`, unless `mine` changed those.
 */
export function withMergedLineEnds(
  { base, theirs, mine }: { readonly base: string; readonly theirs: string; readonly mine: string },
  merged: string,
): string {
  return withLineEndsOf(lineEndChanges(base, mine).length > 0 ? mine : theirs, merged);
}

/** Lines at its edges that both sides changed in the same way are no part of the conflict. */
function conflictIn({ base, theirs, mine, at }: ConflictRegion): MergeRegion[] {
  const shorter = Math.min(mine.length, theirs.length);
  let head = 0;
  while (head < shorter && mine[head] === theirs[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && mine.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1;
  const inner = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  const isDecided = inner(mine).length === 0 && inner(theirs).length === 0;
  return [
    ...(head === 0 ? [] : [{ kind: 'both', lines: mine.slice(0, head) } as const]),
    ...(isDecided
      ? []
      : [
          {
            kind: 'conflict',
            ...{ base, theirs: inner(theirs), mine: inner(mine) },
            at: { base: at.base, theirs: at.theirs + head, mine: at.mine + head },
          } as const,
        ]),
    ...(tail === 0 ? [] : [{ kind: 'both', lines: mine.slice(mine.length - tail) } as const]),
    // Lines that both sides removed leave no lines, but are an edit.
    ...(isDecided && head + tail === 0 ? [{ kind: 'both', lines: [] } as const] : []),
  ];
}

/** One region instead of neighbors of the same kind; unchanged ones without lines are dropped. */
function joined(regions: readonly MergeRegion[]): readonly MergeRegion[] {
  const result: MergeRegion[] = [];
  for (const region of regions) {
    const last = result.at(-1);
    if (region.kind === 'conflict') result.push(region);
    else if (last?.kind === region.kind) {
      result[result.length - 1] = { ...last, lines: [...last.lines, ...region.lines] };
    } else if (region.kind !== 'same' || region.lines.length > 0) result.push(region);
  }
  return result;
}
