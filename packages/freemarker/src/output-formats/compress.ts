import { endOfNonWhitespace, firstNonWhitespace, isJavaWhitespace } from '../values/java-whitespace.ts';

/** Pieces are put together at every so many: a string made of millions of others takes a multiple of the memory. */
const PIECES = 4_096;

/** Runs of whitespace become one space, or the first line break of the run; none at the ends. */
export function compress(text: string): string {
  return compressWith(text, lineBreakOrBlank);
}

/** Runs of whitespace, including line breaks, become one space; none at the ends. */
export function compressToLine(text: string): string {
  return compressWith(text, () => ' ');
}

function compressWith(text: string, separatorFor: Separator): string {
  let result = '';
  let pieces: string[] = [];
  let copied = firstNonWhitespace(text);
  const length = endOfNonWhitespace(text);
  for (let i = copied; i < length; i++) {
    if (!isJavaWhitespace(text.charCodeAt(i))) continue;
    let end = i + 1;
    while (isJavaWhitespace(text.charCodeAt(end))) end++;
    const separator = separatorFor(text, i, end);
    if (separator.length !== end - i || !text.startsWith(separator, i)) {
      pieces.push(text.slice(copied, i), separator);
      copied = end;
    }
    i = end;
    if (pieces.length < PIECES) continue;
    result += pieces.join('');
    pieces = [];
  }
  return result + pieces.join('') + text.slice(copied, length);
}

type Separator = (text: string, start: number, end: number) => string;

function lineBreakOrBlank(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    const c = text.charAt(i);
    if (c === '\n') return '\n';
    if (c === '\r') return text.charAt(i + 1) === '\n' ? '\r\n' : '\r';
  }
  return ' ';
}
