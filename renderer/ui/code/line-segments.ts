/** A part of one line: its text, its syntax class ('' for none), and whether it is marked as changed. */
interface LineSegment {
  readonly text: string;
  readonly className: string;
  readonly marked: boolean;
}

/** Offsets within one line, end exclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A part of one line with its syntax class. */
export interface StyledRange extends LineRange {
  readonly className: string;
}

/** Cuts a line at every boundary of syntax and marks. */
export function lineSegments(
  line: string,
  styled: readonly StyledRange[],
  marks: readonly LineRange[],
): LineSegment[] {
  const cuts = new Set([0, line.length]);
  for (const { from, to } of [...styled, ...marks]) cuts.add(from).add(to);
  const borders = [...cuts].filter((at) => at >= 0 && at <= line.length).sort((a, b) => a - b);
  const covers = ({ from, to }: LineRange, at: number): boolean => from <= at && at < to;
  const segments: LineSegment[] = [];
  for (let index = 0; index + 1 < borders.length; index += 1) {
    const from = borders[index] ?? 0;
    segments.push({
      text: line.slice(from, borders[index + 1]),
      className: styled.find((range) => covers(range, from))?.className ?? '',
      marked: marks.some((range) => covers(range, from)),
    });
  }
  return segments;
}
