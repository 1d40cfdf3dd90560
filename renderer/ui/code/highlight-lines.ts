import { highlightTree } from '@lezer/highlight';
import { highlighterOf, languageOf, type CodeLanguage } from './code-language.ts';

/** A stretch of one line: its text, its syntax class ('' for none), and whether it is marked as changed. */
export interface LineSegment {
  readonly text: string;
  readonly className: string;
  readonly marked: boolean;
}

/** Offsets within one line, end exclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

interface StyledRange extends LineRange {
  readonly className: string;
}

/** The syntax classes of every line of `text`, lines split at \n. */
export function highlightLines(text: string, language: CodeLanguage): StyledRange[][] {
  const lines = text.split('\n');
  const styled: StyledRange[][] = lines.map(() => []);
  const parser = languageOf(language)?.parser;
  if (parser === undefined) return styled;
  const starts = lineStarts(lines);
  let line = 0;
  highlightTree(parser.parse(text), highlighterOf(language), (from, to, className) => {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= from) line += 1;
    for (let at = line; at < lines.length && (starts[at] ?? 0) < to; at += 1) {
      const start = starts[at] ?? 0;
      const length = lines[at]?.length ?? 0;
      const range = { from: Math.max(0, from - start), to: Math.min(length, to - start), className };
      if (range.from < range.to) styled[at]?.push(range);
    }
  });
  return styled;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  return starts;
}

/** Cuts a line at every border of syntax and marks. */
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
