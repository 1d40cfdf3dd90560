import { versionText } from '../source/parse-settings.ts';
import { directiveTag, unknownDirectiveTip } from './directive-tags.ts';
import type { TagRule } from './directive-tags.ts';
import { skipBlanks } from './expression-tokens.ts';
import { isBlank } from './identifier-characters.ts';
import type { Lexer, LexerMode } from './lexer.ts';
import type { NamingConvention } from './naming-convention.ts';
import { T } from './token.ts';
import type { Token, TokenKind } from './token.ts';

/**
 * Reads the tag that begins at a `<` or `[`. Undefined when the character is plain text there; a TEXT token when
 * it looks like a tag but the template's tag syntax makes it text.
 */
export function scanTag(lexer: Lexer, start: number): Token | undefined {
  const { text } = lexer;
  const isEnd = text[start + 1] === '/';
  const mark = text[start + (isEnd ? 2 : 1)];
  if (mark === '@') return isEnd ? callEnd(lexer, start) : callStart(lexer, start);
  if (mark === '#' && !isEnd && text.startsWith('--', start + 2)) return terseComment(lexer, start);
  const strict = mark === '#';
  if (!strict && text[start] === '[') return undefined;
  const nameStart = start + (isEnd ? 2 : 1) + (strict ? 1 : 0);
  const nameEnd = directiveNameEnd(lexer, nameStart);
  if (nameEnd === nameStart) return undefined;
  const name = text.slice(nameStart, nameEnd);
  if (name === 'ftl' && strict && !isEnd) {
    const header = ftlHeader(lexer, start, nameEnd);
    if (header !== undefined) return header;
  }
  const tag = directiveTag(name, lexer.settings.version >= 2_003_034);
  if (tag !== undefined) {
    const convention = conventionOfTag(name, tag.camelAt);
    const found = isEnd
      ? endTag(lexer, start, nameEnd, tag.end, convention, name)
      : startTag(lexer, start, nameEnd, tag.start, convention, name);
    if (found !== undefined) return found;
  }
  lexer.lookedUpTo(skipBlanks(text, nameEnd, lexer.limit) + 1);
  return strict ? unknownDirective(lexer, start, nameEnd, name) : undefined;
}

function directiveNameEnd(lexer: Lexer, start: number): number {
  let i = start;
  while (i < lexer.limit) {
    const c = lexer.text.charCodeAt(i) | 32;
    if ((c >= 97 && c <= 122) || lexer.text.charCodeAt(i) === 95) i++;
    else break;
  }
  return i;
}

function conventionOfTag(name: string, camelAt: number | undefined): NamingConvention {
  if (camelAt === undefined) return 'auto_detect';
  const c = name.charCodeAt(camelAt);
  return c >= 65 && c <= 90 ? 'camel_case' : 'legacy';
}

function isCloser(c: string | undefined): boolean {
  return c === '>' || c === ']';
}

function startTag(
  lexer: Lexer,
  start: number,
  nameEnd: number,
  rules: readonly TagRule[],
  convention: NamingConvention,
  name: string,
): Token | undefined {
  const { text, limit } = lexer;
  let best: { kind: TokenKind; end: number; mode: LexerMode } | undefined;
  for (const rule of rules) {
    let end = 0;
    if (rule.shape === 'parameters') {
      if (rule.kind === T.ITEMS) end = itemsTagEnd(lexer, nameEnd);
      else if (nameEnd < limit && isBlank(text.charCodeAt(nameEnd))) end = nameEnd + 1;
    } else {
      let i = skipBlanks(text, nameEnd, limit);
      if (rule.shape === 'empty' && text[i] === '/') i++;
      if (i < limit && isCloser(text[i])) end = i + 1;
    }
    if (end > (best?.end ?? 0)) {
      best = { kind: rule.kind, end, mode: rule.shape === 'parameters' ? 'expression' : 'default' };
    }
  }
  if (best === undefined) return undefined;
  const token = lexer.token(best.kind, start, best.end);
  if (best.kind === T.SEP) return token;
  if (best.kind === T.COMMENT || best.kind === T.NO_PARSE) {
    lexer.unparsedEnd = name;
    return asTag(lexer, token, convention, 'no-parse');
  }
  return asTag(lexer, token, convention, best.mode);
}

/** `<#items as x>`: the `as` belongs to the tag's opening. */
function itemsTagEnd(lexer: Lexer, nameEnd: number): number {
  const at = skipBlanks(lexer.text, nameEnd, lexer.limit);
  const found = at > nameEnd && lexer.text.startsWith('as', at) && at + 2 < lexer.limit;
  return found && isBlank(lexer.text.charCodeAt(at + 2)) ? at + 3 : 0;
}

function endTag(
  lexer: Lexer,
  start: number,
  nameEnd: number,
  kind: TokenKind | undefined,
  convention: NamingConvention,
  _name: string,
): Token | undefined {
  const i = skipBlanks(lexer.text, nameEnd, lexer.limit);
  if (kind === undefined || i >= lexer.limit || !isCloser(lexer.text[i])) return undefined;
  return asTag(lexer, lexer.token(kind, start, i + 1), convention, 'default');
}

/** Decides whether a recognized tag is one in this template's tag syntax, and switches the mode if so. */
function asTag(lexer: Lexer, token: Token, convention: NamingConvention, mode: LexerMode): Token {
  const { image } = token;
  const square = image.startsWith('[');
  const strictTag = image.length > 2 && (image[1] === '#' || image[2] === '#');
  if (!lexer.strictSyntax && convention === 'camel_case' && !strictTag) return asText(token);
  if (lexer.autodetectTags && !lexer.tagSyntaxEstablished) lexer.squareTags = square;
  if (square !== lexer.squareTags) return asText(token);
  if (!lexer.strictSyntax) {
    lexer.checkNamingConvention(token, convention);
    lexer.mode = mode;
    return token;
  }
  if (!lexer.squareTags && !strictTag) return asText(token);
  lexer.tagSyntaxEstablished = true;
  if (lexer.checksTagEnds()) {
    const last = image.at(-1) ?? '';
    if (isCloser(last) && (last === ']') !== lexer.squareTags) {
      lexer.fail(`The tag shouldn't end with "${last}".`, token.start, token.end);
    }
  }
  lexer.checkNamingConvention(token, convention);
  lexer.mode = mode;
  return token;
}

function asText(token: Token): Token {
  token.kind = T.TEXT;
  return token;
}

function terseComment(lexer: Lexer, start: number): Token {
  lexer.unparsedEnd = '-->';
  return asTag(lexer, lexer.token(T.TERSE_COMMENT, start, start + 4), 'auto_detect', 'no-parse');
}

function callStart(lexer: Lexer, start: number): Token {
  const token = lexer.token(T.UNIFIED_CALL, start, start + 2);
  const square = token.image.startsWith('[');
  if (lexer.autodetectTags && !lexer.tagSyntaxEstablished) lexer.squareTags = square;
  if (square !== lexer.squareTags) return asText(token);
  lexer.tagSyntaxEstablished = true;
  lexer.mode = 'no-space';
  return token;
}

function callEnd(lexer: Lexer, start: number): Token | undefined {
  const { text, limit } = lexer;
  let i = start + 3;
  const end = lexer.identifierEnd(i);
  if (end > i) {
    i = end;
    while (text[i] === '.' && lexer.identifierEnd(i + 1) > i + 1) i = lexer.identifierEnd(i + 1);
  }
  i = skipBlanks(text, i, limit);
  lexer.lookedUpTo(i + 1);
  if (i >= limit || !isCloser(text[i])) return undefined;
  const token = lexer.token(T.UNIFIED_CALL_END, start, i + 1);
  return token.image.startsWith('[') === lexer.squareTags ? token : asText(token);
}

function ftlHeader(lexer: Lexer, start: number, nameEnd: number): Token | undefined {
  const { text, limit } = lexer;
  let token: Token;
  if (nameEnd < limit && isBlank(text.charCodeAt(nameEnd))) {
    token = lexer.token(T.FTL_HEADER, start, nameEnd + 1);
  } else {
    const i = text[nameEnd] === '/' ? nameEnd + 1 : nameEnd;
    if (i >= limit || !isCloser(text[i])) return undefined;
    token = lexer.token(T.TRIVIAL_FTL_HEADER, start, i + 1);
  }
  const square = token.image.startsWith('[');
  if (!lexer.tagSyntaxEstablished) {
    lexer.squareTags = square;
    lexer.tagSyntaxEstablished = true;
    lexer.autodetectTags = false;
  }
  if (square !== lexer.squareTags) return asText(token);
  if (token.kind === T.FTL_HEADER) {
    lexer.mode = 'expression';
    lexer.inHeader = true;
  } else {
    lexer.eatLineBreak();
  }
  return token;
}

function unknownDirective(lexer: Lexer, start: number, nameEnd: number, name: string): Token {
  const token = lexer.token(T.TEXT, start, nameEnd);
  if (!lexer.tagSyntaxEstablished && lexer.settings.incompatibleImprovements < 2_003_019) return token;
  const square = token.image.startsWith('[');
  if (!lexer.tagSyntaxEstablished && lexer.autodetectTags) {
    lexer.squareTags = square;
    lexer.tagSyntaxEstablished = true;
  }
  if (square !== lexer.squareTags) return token;
  if (!lexer.strictSyntax) {
    token.kind = T.UNKNOWN_DIRECTIVE;
    return token;
  }
  const exists = name === 'ftl' || directiveTag(name, lexer.settings.version >= 2_003_034) !== undefined;
  if (exists) {
    lexer.fail(`#${name} is an existing directive, but the tag is malformed.`, start + 1, nameEnd);
  }
  const tip = unknownDirectiveTip(name) ?? `This is FreeMarker ${versionText(lexer.settings.version)}.`;
  lexer.fail(`Unknown directive: #${name}. ${tip}`, start + 1, nameEnd);
}
