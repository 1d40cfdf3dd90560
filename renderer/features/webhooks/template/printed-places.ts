/** Which part of a template printed which part of the output: offsets, end exclusive. */
export interface SourceRange {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The part that printed the character at an offset of the output, or the one before it; undefined if nothing did. */
export function writerAt(ranges: readonly SourceRange[], offset: number): SourceRange | undefined {
  return (
    ranges.find(({ from, to }) => from <= offset && offset < to) ?? ranges.find(({ to }) => to === offset)
  );
}

/**
 * Output of a position in the template: once for each iteration of a list. At a border, the part after it counts; for text
 * printed in one piece, the exact character.
 */
export function printedBy(
  ranges: readonly SourceRange[],
  offset: number,
): readonly { readonly from: number; readonly to: number }[] {
  const within = ranges.filter(({ start, end }) => start <= offset && offset < end);
  const found = within.length > 0 ? within : ranges.filter(({ end }) => end === offset);
  return found.map(({ from, to }) => ({ from, to }));
}
