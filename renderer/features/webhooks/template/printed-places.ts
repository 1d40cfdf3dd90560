/** Which part of a template printed which part of the output: offsets, end exclusive. */
export interface PrintedStretch {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The part that printed the character at an offset of the output, or the one before it; undefined if nothing did. */
export function writerAt(stretches: readonly PrintedStretch[], offset: number): PrintedStretch | undefined {
  return (
    stretches.find(({ from, to }) => from <= offset && offset < to) ??
    stretches.find(({ to }) => to === offset)
  );
}

/**
 * Output of a position in the template: once for each iteration of a list. At a border, the part after it counts; for text
 * printed in one piece, the exact character.
 */
export function printedBy(
  stretches: readonly PrintedStretch[],
  offset: number,
): readonly { readonly from: number; readonly to: number }[] {
  const within = stretches.filter(({ start, end }) => start <= offset && offset < end);
  const found = within.length > 0 ? within : stretches.filter(({ end }) => end === offset);
  return found.map(({ from, to }) => ({ from, to }));
}
