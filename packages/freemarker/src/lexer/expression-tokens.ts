import {
  isBlank,
  isDigit,
  isEscapableIdentifierCharacter,
  isIdentifierStart,
} from './identifier-characters.ts';
import { T } from './token.ts';
import type { TokenKind } from './token.ts';

/** What was found: a token's kind and end, or (kind −1) the index of the character that fits no token. */
export interface Scan {
  kind: TokenKind | -1;
  end: number;
}

const KEYWORDS = new Map<string, TokenKind>([
  ['false', T.FALSE],
  ['true', T.TRUE],
  ['lt', T.LESS_THAN],
  ['lte', T.LESS_THAN_EQUALS],
  ['gt', T.ESCAPED_GT],
  ['gte', T.ESCAPED_GTE],
  ['in', T.IN],
  ['as', T.AS],
  ['using', T.USING],
]);

/**
 * Finds the longest token of the expression grammar at `start` (closing `>`, `/>` and `]` of tags are the
 * caller's, because their meaning depends on what is open). Writes into `scan`, which the caller reuses.
 */
export function scanExpressionToken(text: string, start: number, limit: number, scan: Scan): void {
  const c = text.charCodeAt(start);
  if (isIdentifierStart(c)) {
    scanIdentifier(text, start, limit, scan);
  } else if (isDigit(c)) {
    scanNumber(text, start, limit, scan);
  } else {
    scanSymbol(c, text, start, limit, scan);
  }
}

function found(scan: Scan, kind: TokenKind, end: number): void {
  scan.kind = kind;
  scan.end = end;
}

function failed(scan: Scan, at: number): void {
  scan.kind = -1;
  scan.end = at;
}

function scanIdentifier(text: string, start: number, limit: number, scan: Scan): void {
  const c = text.charCodeAt(start);
  const next = text.charCodeAt(start + 1);
  if (c === 36 && next === 123 && start + 1 < limit) return found(scan, T.DOLLAR_OPEN, start + 2);
  if (c === 114 && start + 1 < limit && (next === 34 || next === 39)) {
    const close = text.indexOf(next === 34 ? '"' : "'", start + 2);
    if (close >= 0 && close < limit) return found(scan, T.RAW_STRING, close + 1);
  }
  const end = identifierEnd(text, start, limit);
  const length = end - start;
  const keyword = length >= 2 && length <= 5 ? KEYWORDS.get(text.slice(start, end)) : undefined;
  found(scan, keyword ?? T.ID, end);
}

/** The end of the identifier that starts here (which may be `start` itself: no identifier). */
export function identifierEnd(text: string, start: number, limit: number): number {
  let i = start;
  while (i < limit) {
    const c = text.charCodeAt(i);
    if (isIdentifierStart(c) || (isDigit(c) && i > start)) i++;
    else if (c === 92 && i + 1 < limit && isEscapableIdentifierCharacter(text.charCodeAt(i + 1))) i += 2;
    else break;
  }
  return i;
}

function scanNumber(text: string, start: number, limit: number, scan: Scan): void {
  let i = start + 1;
  while (i < limit && isDigit(text.charCodeAt(i))) i++;
  if (i + 1 < limit && text.charCodeAt(i) === 46 && isDigit(text.charCodeAt(i + 1))) {
    i += 2;
    while (i < limit && isDigit(text.charCodeAt(i))) i++;
    return found(scan, T.DECIMAL, i);
  }
  found(scan, T.INTEGER, i);
}

const SIMPLE_ESCAPES = 'ntrfbgla\\\'"{=';

function scanString(quote: number, text: string, start: number, limit: number, scan: Scan): void {
  for (let i = start + 1; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) return found(scan, T.STRING, i + 1);
    if (c !== 92) continue;
    i++;
    if (i >= limit) break;
    if (text[i] === 'x') {
      i++;
      if (i < limit && !isHexDigit(text.charCodeAt(i))) return failed(scan, i);
    } else if (!SIMPLE_ESCAPES.includes(text[i] ?? '?')) {
      return failed(scan, i);
    }
  }
  failed(scan, limit);
}

function isHexDigit(c: number): boolean {
  return isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102);
}

/** How many of the candidates' characters the text continues with, to place an error where no token fits. */
function longestPrefix(text: string, start: number, limit: number, candidates: readonly string[]): number {
  let longest = 0;
  for (const candidate of candidates) {
    let n = 0;
    while (n < candidate.length && start + n < limit && text[start + n] === candidate[n]) n++;
    longest = Math.max(longest, n);
  }
  return longest;
}

const BACKSLASH_OPERATORS: readonly (readonly [string, TokenKind])[] = [
  ['\\lte', T.LESS_THAN_EQUALS],
  ['\\lt', T.LESS_THAN],
  ['\\gte', T.ESCAPED_GTE],
  ['\\gt', T.ESCAPED_GT],
  ['\\and', T.AND],
];

const AMPERSAND_OPERATORS: readonly (readonly [string, TokenKind])[] = [
  ['&amp;&amp;', T.AND],
  ['&lt;=', T.LESS_THAN_EQUALS],
  ['&lt;', T.LESS_THAN],
  ['&gt;=', T.ESCAPED_GTE],
  ['&gt;', T.ESCAPED_GT],
  ['&&', T.AND],
  ['&', T.AND],
];

function scanBackslash(text: string, start: number, limit: number, scan: Scan): void {
  if (start + 1 < limit && isEscapableIdentifierCharacter(text.charCodeAt(start + 1))) {
    return found(scan, T.ID, identifierEnd(text, start, limit));
  }
  for (const [operator, kind] of BACKSLASH_OPERATORS) {
    if (text.startsWith(operator, start) && start + operator.length <= limit)
      return found(scan, kind, start + operator.length);
  }
  const operators = BACKSLASH_OPERATORS.map(([operator]) => operator);
  failed(scan, start + longestPrefix(text, start, limit, operators));
}

function scanSymbol(c: number, text: string, start: number, limit: number, scan: Scan): void {
  const next = start + 1 < limit ? text.charCodeAt(start + 1) : -1;
  const one = start + 1;
  const two = start + 2;
  switch (c) {
    case 34:
    case 39:
      return scanString(c, text, start, limit, scan);
    case 46:
      if (next !== 46) return found(scan, T.DOT, one);
      switch (start + 2 < limit ? text[two] : '') {
        case '.':
          return found(scan, T.ELLIPSIS, start + 3);
        case '<':
        case '!':
          return found(scan, T.DOT_DOT_LESS, start + 3);
        case '*':
          return found(scan, T.DOT_DOT_ASTERISK, start + 3);
        default:
          return found(scan, T.DOT_DOT, two);
      }
    case 63:
      return next === 63 ? found(scan, T.EXISTS, two) : found(scan, T.BUILT_IN, one);
    case 61:
      return next === 61 ? found(scan, T.DOUBLE_EQUALS, two) : found(scan, T.EQUALS, one);
    case 33:
      return next === 61 ? found(scan, T.NOT_EQUALS, two) : found(scan, T.EXCLAM, one);
    case 43:
      if (next === 61) return found(scan, T.PLUS_EQUALS, two);
      return next === 43 ? found(scan, T.PLUS_PLUS, two) : found(scan, T.PLUS, one);
    case 45:
      if (next === 61) return found(scan, T.MINUS_EQUALS, two);
      if (next === 45) return found(scan, T.MINUS_MINUS, two);
      if (next === 62) return found(scan, T.LAMBDA_ARROW, two);
      if (text.startsWith('&gt;', one) && start + 5 <= limit) return found(scan, T.LAMBDA_ARROW, start + 5);
      return found(scan, T.MINUS, one);
    case 42:
      if (next === 61) return found(scan, T.TIMES_EQUALS, two);
      return next === 42 ? found(scan, T.DOUBLE_STAR, two) : found(scan, T.TIMES, one);
    case 47:
      return next === 61 ? found(scan, T.DIV_EQUALS, two) : found(scan, T.DIVIDE, one);
    case 37:
      return next === 61 ? found(scan, T.MOD_EQUALS, two) : found(scan, T.PERCENT, one);
    case 60:
      return next === 61 ? found(scan, T.LESS_THAN_EQUALS, two) : found(scan, T.LESS_THAN, one);
    case 38:
      for (const [operator, kind] of AMPERSAND_OPERATORS) {
        if (text.startsWith(operator, start) && start + operator.length <= limit) {
          return found(scan, kind, start + operator.length);
        }
      }
      return failed(scan, start);
    case 124:
      return next === 124 ? found(scan, T.OR, two) : found(scan, T.OR, one);
    case 44:
      return found(scan, T.COMMA, one);
    case 59:
      return found(scan, T.SEMICOLON, one);
    case 58:
      return found(scan, T.COLON, one);
    case 91:
      return next === 61 ? found(scan, T.BRACKET_OPEN, two) : found(scan, T.OPEN_BRACKET, one);
    case 93:
      return found(scan, T.CLOSE_BRACKET, one);
    case 40:
      return found(scan, T.OPEN_PAREN, one);
    case 41:
      return found(scan, T.CLOSE_PAREN, one);
    case 123:
      return found(scan, T.OPEN_CURLY, one);
    case 125:
      return found(scan, T.CLOSE_CURLY, one);
    case 35:
      return next === 123 ? found(scan, T.HASH_OPEN, two) : failed(scan, next === -1 ? limit : one);
    case 92:
      return scanBackslash(text, start, limit, scan);
    default:
      return failed(scan, start);
  }
}

/** The first index at or after `start` that isn't whitespace. */
export function skipBlanks(text: string, start: number, limit: number): number {
  let i = start;
  while (i < limit && isBlank(text.charCodeAt(i))) i++;
  return i;
}
