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

/** How far back the text was looked at that stands before a tag on its line: to the first that is not blank. */
export function lineOfTag(
  text: string,
  { start }: Token,
): { readonly from: number; readonly indent?: string } {
  let from = start;
  while (from > 0 && text[from - 1] !== '\n' && text.charAt(from - 1).trim() === '') from--;
  const beginsLine = from === 0 || text[from - 1] === '\n';
  return beginsLine ? { from: from - 1, indent: text.slice(from, start) } : { from: from - 1 };
}

/**
 * Where a block that begins with the tag should have ended, by its indentation: the first line that is not indented
 * more, after some that are. Undefined where the tag does not begin its line, or what follows is not indented.
 */
export function firstUnindented(text: string, opening: Token, to: number): Range | undefined {
  const { indent: own } = lineOfTag(text, opening);
  if (own === undefined) return undefined;
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
