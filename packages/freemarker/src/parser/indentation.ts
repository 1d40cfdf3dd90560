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

/** The start of the inspected text before a tag on its line: the position of the last character that isn't whitespace. */
export function lineOfTag(
  text: string,
  { start }: Token,
): { readonly from: number; readonly indent?: string } {
  let from = start;
  while (from > 0 && text[from - 1] !== '\n' && text.charAt(from - 1).trim() === '') from--;
  const beginsLine = from === 0 || text[from - 1] === '\n';
  return beginsLine ? { from: from - 1, indent: text.slice(from, start) } : { from: from - 1 };
}

/** A line that divides a block: it is indented as the block's tags are. */
const CLAUSE = /^\s*[<[]#(?:else|else_?[iI]f|recover|case|on|default)\b/;

/**
 * Where a block that begins with the tag should have ended, by its indentation: the first line that is not indented
 * more, after some that are. Undefined where the tag does not begin its line, or what follows is not indented.
 */
export function firstUnindented(text: string, opening: Token, to: number): Range | undefined {
  const { indent: own } = lineOfTag(text, opening);
  if (own === undefined) return undefined;
  let hasContent = false;
  let blank: Range | undefined;
  for (let at = lineEnd(text, opening.end) + 1; at < to;) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const blanks = line.length - line.trimStart().length;
    if (blanks === line.length) {
      // What is left of a line whose tag was taken away.
      if (hasContent && line === own) blank ??= { start: at, end: Math.max(end, at + 1) };
    } else if (blanks <= own.length && !(blanks === own.length && CLAUSE.test(line))) {
      return hasContent ? (blank ?? { start: at + blanks, end: Math.max(end, at + 1) }) : undefined;
    } else {
      hasContent = true;
      blank = undefined;
    }
    at = end + 1;
  }
  return undefined;
}

/**
 * Where the block should have begun that the tag ends, by its indentation: the first of the lines right before it that are
 * indented more. Undefined where the tag does not begin its line, or the line before it is not indented more.
 */
export function firstIndented(text: string, tag: Token, from: number): Range | undefined {
  const { indent: own } = lineOfTag(text, tag);
  if (own === undefined) return undefined;
  let found: Range | undefined;
  for (let end = tag.start - own.length - 1; end >= from;) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    if (start < from) break;
    const line = text.slice(start, end);
    const blanks = line.length - line.trimStart().length;
    if (blanks === line.length) {
      // What is left of a line whose tag was taken away.
      if (found !== undefined && line === own) return { start, end: Math.max(end, start + 1) };
    } else if (blanks <= own.length) break;
    else found = { start: start + blanks, end };
    end = start - 1;
  }
  return found;
}
