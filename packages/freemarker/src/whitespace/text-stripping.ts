import type { TextElement } from '../ast/elements.ts';
import { endOfNonWhitespace, firstNonWhitespace } from '../values/java-whitespace.ts';
import { endOfFirstLine, isBlank, lastPrinted, startOfLastLine } from './blanks.ts';
import { runOn, type LineRun } from './line-run.ts';

/** The surroundings of a text, and whether whitespace is stripped automatically. */
export interface Surroundings {
  readonly before: LineRun;
  readonly ahead: LineRun;
  readonly strips: boolean;
  /** Whether what its source begins with begins a line: a part of a template may begin anywhere. */
  readonly sourceBeginsLine: boolean;
}

/** Strips from a text what its surroundings require. */
export function stripText(
  text: TextElement,
  { before, ahead, strips, sourceBeginsLine }: Surroundings,
): void {
  if (text.text === '') return;
  const { source, start, end } = text;
  const line = source.lineIndex(start);
  const following = runOn(source.lineIndex(Math.max(start, end - 1)), ahead);
  const preceding = runOn(line, before);
  // The original counts columns, and a tab is as many of them: a text with one in front does not begin its line.
  const isIndentedByTab = source.tabSize > 1 && source.text.charCodeAt(start) === 9;
  const isAtLineStart = source.lineStart(line) === start && (start > 0 || sourceBeginsLine);
  const beginsLine = isAtLineStart && !isIndentedByTab;

  if (following.leftTrims > 0) trimLeft(text, following.leftTrims, beginsLine);
  const trimsLeft = following.leftTrims > 0 || following.keepsBlanks;
  const trimmed = trimRight(text.text, preceding.rightTrims, following);
  text.text = trimmed.text;
  const trimsRight = preceding.rightTrims > 0 ? trimmed.isDone : preceding.keepsBlanks;
  if (!strips || text.text === '') return;

  const beginsItsLine = beginsLine || trimmed.lostFirstLine;
  const trailing =
    trimsLeft || following.heedsTrailing ? text.text.length : startOfTrailing(text.text, beginsItsLine);
  const opening = trimsRight || preceding.heedsOpening ? 0 : endOfOpening(text.text, beginsItsLine);
  text.text = text.text.slice(opening, Math.max(opening, trailing));
}

/** Applies `#t` and `#lt` that come later on the text's last line. */
function trimLeft(text: TextElement, times: number, beginsLine: boolean): void {
  // Twice is as often as it can make a difference.
  for (let i = 0; i < Math.min(times, 2); i++) {
    const start = startOfLastLine(text.text);
    if (start === 0 && !beginsLine) return;
    const lastLine = text.text.slice(start);
    const rest = isBlank(lastLine) ? '' : lastLine.slice(firstNonWhitespace(lastLine));
    text.text = text.text.slice(0, start) + rest;
  }
}

interface Trimmed {
  readonly text: string;
  /** Whether a line was there for each directive: if not, the text is stripped as if there were none. */
  readonly isDone: boolean;
  readonly lostFirstLine: boolean;
}

/** Applies `#t` and `#rt` that come earlier on the text's first line, each to the line that the previous one left. */
function trimRight(text: string, times: number, following: LineRun): Trimmed {
  const printedUntil = lastPrinted(text);
  const losesBlankRest = following.leftTrims > 0 || !following.heedsOpening;
  let head = '';
  let at = 0;
  for (let i = 0; i < times; i++) {
    const lineEnd = endOfFirstLine(text, at);
    if (lineEnd < 0) return { text: head + text.slice(at), isDone: false, lostFirstLine: false };
    const line = text.slice(at, lineEnd);
    at = lineEnd;
    if (head === '' && isBlank(line)) return { text: text.slice(at), isDone: true, lostFirstLine: true };
    head += line.slice(0, endOfNonWhitespace(line));
    if (printedUntil < at && losesBlankRest) at = text.length;
  }
  return { text: head + text.slice(at), isDone: true, lostFirstLine: false };
}

/** The start of the text after a first line of only whitespace. */
function endOfOpening(text: string, beginsLine: boolean): number {
  const end = endOfFirstLine(text);
  if (end < 0 && !beginsLine) return 0;
  return isBlank(text.slice(0, Math.max(end, 0))) ? Math.max(end, 0) : 0;
}

/** The end of the text without the whitespace of its last line. */
function startOfTrailing(text: string, beginsLine: boolean): number {
  const start = startOfLastLine(text);
  if (start === 0 && !beginsLine) return text.length;
  return isBlank(text.slice(start)) ? start : text.length;
}
