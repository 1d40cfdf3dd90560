import { highlightTree } from '@lezer/highlight';
import { highlighterOf, languageOf, type CodeLanguage } from './code-language.ts';
import type { StyledRange } from './line-segments.ts';

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
