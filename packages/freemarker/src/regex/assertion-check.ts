import type { Assertion } from './regex-node.ts';
import { codePointAt } from '../source/code-point.ts';

/** Whether an assertion holds between two characters of `input`; `lastEnd` is where the match before ended. */
export function assertionHolds(assertion: Assertion, input: string, at: number, lastEnd: number): boolean {
  const { length } = input;
  switch (assertion) {
    case 'input-start':
      return at === 0;
    case 'input-end':
      return at === length;
    case 'last-match-end':
      return at === lastEnd;
    case 'input-end-or-last-newline':
      return at === length || (at === length - 1 && input.charAt(at) === '\n');
    case 'input-end-or-last-line':
      return at === length || (isLineEnd(input, at) && at + lineBreakLength(input, at) === length);
    case 'unix-line-start':
      return at < length && (at === 0 || input.charAt(at - 1) === '\n');
    case 'unix-line-end':
      return at === length || input.charAt(at) === '\n';
    case 'line-start':
      return at < length && (at === 0 || (isLineBreak(input, at - 1) && !isInsideCrLf(input, at)));
    case 'line-end':
      return at === length || isLineEnd(input, at);
    case 'word-boundary':
      return isAlphanumericBefore(input, at) !== isAlphanumericAt(input, at);
    case 'no-word-boundary':
      return isAlphanumericBefore(input, at) === isAlphanumericAt(input, at);
  }
}

const isLineBreak = (input: string, at: number): boolean => /[\n\r\u0085\u2028\u2029]/.test(input.charAt(at));
const isInsideCrLf = (input: string, at: number): boolean =>
  input.charAt(at - 1) === '\r' && input.charAt(at) === '\n';
const isLineEnd = (input: string, at: number): boolean => isLineBreak(input, at) && !isInsideCrLf(input, at);
const lineBreakLength = (input: string, at: number): number => (input.startsWith('\r\n', at) ? 2 : 1);

// Java 17 counts all letters and digits of Unicode as parts of words here, although \w does not.
const ALPHANUMERIC = /[\p{L}\p{Nd}_]/u;

function isAlphanumericAt(input: string, at: number): boolean {
  const code = codePointAt(input, at);
  return code !== undefined && ALPHANUMERIC.test(String.fromCodePoint(code));
}

function isAlphanumericBefore(input: string, at: number): boolean {
  if (at === 0) return false;
  const code = input.charCodeAt(at - 1);
  // Half of a pair is no part of a word: the place may be between the two.
  if (code >= 0xd800 && code <= 0xdbff) return false;
  const start = code >= 0xdc00 && code <= 0xdfff && at >= 2 ? at - 2 : at - 1;
  return isAlphanumericAt(input, start);
}
