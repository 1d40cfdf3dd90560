/** Which part of a template printed which part of the output: offsets, end exclusive. */
export interface PrintedStretch {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** What printed the character at an offset of the output, or the one before it; undefined where nothing is printed. */
export function writerAt(stretches: readonly PrintedStretch[], offset: number): PrintedStretch | undefined {
  return (
    stretches.find(({ from, to }) => from <= offset && offset < to) ??
    stretches.find(({ to }) => to === offset)
  );
}

/**
 * What the place in the template printed: once for each round of a list. At a border it is what goes on behind it; where text is
 * printed in one piece, the very character.
 */
export function printedBy(
  stretches: readonly PrintedStretch[],
  offset: number,
): readonly { readonly from: number; readonly to: number }[] {
  const within = stretches.filter(({ start, end }) => start <= offset && offset < end);
  const found = within.length > 0 ? within : stretches.filter(({ end }) => end === offset);
  return found.map(({ from, to }) => ({ from, to }));
}
