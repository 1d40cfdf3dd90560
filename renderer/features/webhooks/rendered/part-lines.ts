import type { SourceRange } from '../template/printed-places.ts';
import type { Place } from './placed-json.ts';

/** A rendering of a template. Offsets are those of editors, whose line breaks are line feeds. */
export interface Rendering {
  readonly template: string;
  readonly output: string;
  /** Which part of the template printed which part of the output. */
  readonly ranges: readonly SourceRange[];
}

/**
 * How far the place of a character in the template is from its place in the output, for text that is printed as it is
 * (maybe without spaces at its ends); undefined for a range that corresponds only as a whole.
 */
function shiftOf({ template, output }: Rendering, { from, to, start, end }: SourceRange): number | undefined {
  const [source, printed] = [template.slice(start, end), output.slice(from, to)];
  if (source.endsWith(printed)) return end - to;
  return source.startsWith(printed) ? start - from : undefined;
}

/** The lines of the template, from 1, that print a place of the output. */
export function linesOfPlace(rendering: Rendering, place: Place): readonly number[] {
  const lines = rendering.ranges.flatMap((range) => {
    const from = Math.max(range.from, place.from);
    const to = Math.min(range.to, place.to);
    if (from >= to) return [];
    const shift = shiftOf(rendering, range);
    const [start, end] = shift === undefined ? [range.start, range.end] : [from + shift, to + shift];
    const first = lineAt(rendering.template, start);
    const last = lineAt(rendering.template, Math.max(start, end - 1));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** Where the output printed by the line of an offset is. */
export function placesOfLine(rendering: Rendering, offset: number): readonly Place[] {
  const { template } = rendering;
  const lineStart = template.lastIndexOf('\n', offset - 1) + 1;
  const next = template.indexOf('\n', offset);
  const lineEnd = next === -1 ? template.length : next;
  return rendering.ranges.flatMap((range) => {
    const start = Math.max(range.start, lineStart);
    const end = Math.min(range.end, lineEnd);
    if (start >= end) return [];
    const shift = shiftOf(rendering, range);
    if (shift === undefined) return [{ from: range.from, to: range.to }];
    const [from, to] = [Math.max(range.from, start - shift), Math.min(range.to, end - shift)];
    return from < to ? [{ from, to }] : [];
  });
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
