import type { Token } from '../lexer/token.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the line ends that holds the offset: before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** From the offset to the end of its line. */
export function restOfLine(text: string, start: number): Range {
  return { start, end: Math.max(start + 1, lineEnd(text, start)) };
}

/**
 * Where a block that begins with the tag should have ended, by its indentation: the first line that is not indented
 * more, after some that are. Undefined where the tag does not begin its line, or what follows is not indented.
 */
export function firstUnindented(text: string, opening: Token, to: number): Range | undefined {
  const lineStart = text.lastIndexOf('\n', opening.start - 1) + 1;
  const own = text.slice(lineStart, opening.start);
  if (own.trim() !== '') return undefined;
  let hasContent = false;
  for (let at = lineEnd(text, opening.end) + 1; at < to;) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const blanks = line.length - line.trimStart().length;
    const isBlank = blanks === line.length;
    if (isBlank ? line === own && own !== '' && hasContent : blanks <= own.length) {
      return hasContent ? { start: at + (isBlank ? 0 : blanks), end: Math.max(end, at + 1) } : undefined;
    }
    if (!isBlank) hasContent = true;
    at = end + 1;
  }
  return undefined;
}
