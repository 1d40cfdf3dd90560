export type TokenKind =
  | 'word'
  | 'quoted-name'
  | 'string'
  | 'number'
  | 'parameter'
  | 'punctuation'
  | 'comment'
  | 'space'
  /** An unclosed quote or comment; extends to the end of the text. */
  | 'unclosed';

/** A token. `start` and `end` are UTF-16 offsets; the tokens of a text cover it without gaps. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The lexical grammar of the tenant's queries: SQLite's dialect (https://www.sqlite.org/lang.html), in which
 * strings double their quotes and have no backslash escapes. Order matters: the first matching pattern wins.
 */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*/y],
  ['comment', /\/\*[\s\S]*?\*\//y],
  ['string', /'(?:[^']|'')*'/y],
  ['quoted-name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['unclosed', /(?:\/\*|['"`[])[\s\S]*/y],
  ['parameter', /[:@][\p{L}_][\p{L}\p{N}_]*/uy],
  ['number', /0x[0-9a-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy],
  ['word', /[@#$]*[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['punctuation', /::|<>|<=|>=|==|!=|\|\||<<|>>|[\s\S]/uy],
];

/** Splits a query into tokens. Never throws: an unclosed quote becomes one `unclosed` token. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    const token = tokenAt(text, start);
    tokens.push(token);
    start = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && found !== '') {
      return { kind, text: found, start, end: start + found.length };
    }
  }
  return { kind: 'punctuation', text: text.charAt(start), start, end: start + 1 };
}
