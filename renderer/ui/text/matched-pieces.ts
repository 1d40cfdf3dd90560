import type { MatchedRange } from '../../../languages/order/matched-ranges.ts';
import type { TextSegment } from '../../../languages/text/marked-text.ts';

/** A part of a text that matches a search or not, as `MarkedPieces` renders it. */
interface MatchedPiece {
  readonly isMatch: boolean;
  readonly segments: readonly TextSegment[];
}

/** Splits the segments of a text at its matches. A mark for a hidden character is never split. */
export function matchedPieces(
  segments: readonly TextSegment[],
  ranges: readonly MatchedRange[],
): readonly MatchedPiece[] {
  const pieces: { isMatch: boolean; segments: TextSegment[] }[] = [];
  const add = (isMatch: boolean, segment: TextSegment): void => {
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.segments.push(segment);
    else pieces.push({ isMatch, segments: [segment] });
  };
  let at = 0;
  for (const segment of segments) {
    const end = at + segment.text.length;
    if (segment.kind === 'mark') {
      add(
        ranges.some(({ from, to }) => from <= at && at < to),
        segment,
      );
      at = end;
      continue;
    }
    while (at < end) {
      const range = ranges.find(({ to }) => to > at);
      const isMatch = range !== undefined && range.from <= at;
      const next = Math.min(end, range === undefined ? end : isMatch ? range.to : range.from);
      add(isMatch, {
        ...segment,
        text: segment.text.slice(segment.text.length - (end - at), segment.text.length - (end - next)),
      });
      at = next;
    }
  }
  return pieces;
}
