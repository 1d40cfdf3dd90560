import type { InterpolationElement, NumericInterpolationElement } from '../ast/elements.ts';
import type { Expression, StringLiteral } from '../ast/expressions.ts';
import { Lexer } from '../lexer/lexer.ts';
import { conventionOf, toSnakeCase } from '../lexer/naming-convention.ts';
import { T } from '../lexer/token.ts';
import type { Token } from '../lexer/token.ts';
import { visibleFormatName } from '../output-formats/format-names.ts';
import { SourceText, textIndex } from '../source/source-text.ts';
import { parseDecimal } from '../values/decimal.ts';
import type { Numeric } from '../values/decimal.ts';
import { onlyString, parseExpression, parsePositional } from './expressions.ts';
import { parseInterpolation } from './interpolations.ts';
import { Parser } from './parser.ts';
import { isSpecialVariable } from './special-variables.ts';

export function parseAtomic(p: Parser): Expression {
  const token = p.peek();
  const place = { source: p.source, start: token.start, end: token.end };
  switch (token.kind) {
    case T.INTEGER:
    case T.DECIMAL:
      p.take();
      return { type: 'number', ...place, value: numberValue(token.image) };
    case T.ID:
      p.take();
      return { type: 'identifier', ...place, name: token.image };
    case T.STRING:
    case T.RAW_STRING:
      return parseStringLiteral(p, true);
    case T.TRUE:
    case T.FALSE:
      p.take();
      return { type: 'boolean', ...place, value: token.kind === T.TRUE };
    case T.OPEN_PAREN: {
      p.take();
      const inner = parseExpression(p);
      const end = p.expect(T.CLOSE_PAREN, '")"').end;
      return { type: 'parenthetical', ...place, end, inner };
    }
    case T.OPEN_BRACKET: {
      p.take();
      const items = p.nested((q) => parsePositional(q));
      const end = p.expect(T.CLOSE_BRACKET, '"]"').end;
      return { type: 'list', ...place, end, items };
    }
    case T.OPEN_CURLY:
      return parseHashLiteral(p);
    case T.DOT:
      return parseSpecialVariable(p);
    default:
      return p.unexpected('an expression');
  }
}

/** A plain number where the literal is its shortest form, else the exact decimal. */
function numberValue(image: string): Numeric {
  const double = Number(image);
  return String(double) === image ? double : (parseDecimal(image) ?? double);
}

function parseHashLiteral(p: Parser): Expression {
  const open = p.take();
  const keys: Expression[] = [];
  const values: Expression[] = [];
  if (p.peek().kind !== T.CLOSE_CURLY) {
    do {
      const key = parseExpression(p);
      if (p.accept(T.COMMA) === undefined) p.expect(T.COLON, '":" or ","');
      const value = parseExpression(p);
      onlyString(p, key);
      keys.push(key);
      values.push(value);
    } while (p.accept(T.COMMA) !== undefined);
  }
  const { end } = p.expect(T.CLOSE_CURLY, '"}"');
  return { type: 'hash', source: p.source, start: open.start, end, keys, values };
}

function parseSpecialVariable(p: Parser): Expression {
  const dot = p.take();
  const name = p.expect(T.ID, 'the name of a special variable');
  p.lexer.checkNamingConvention(name, conventionOf(name.image));
  const snake = toSnakeCase(name.image);
  let parseTimeValue: string | boolean | undefined;
  if (snake === 'output_format') parseTimeValue = visibleFormatName(p.outputFormat);
  else if (snake === 'auto_esc') parseTimeValue = p.autoEscaping;
  else if (snake === 'args') {
    if (!p.inDefinition) {
      p.fail('The "args" special variable must be inside a macro or function.', name);
    }
    p.usesArgs = true;
  }
  if (!isSpecialVariable(name.image, p.settings.version)) {
    p.fail(`Unknown special variable name: "${name.image}".`, name);
  }
  return {
    type: 'special-variable',
    source: p.source,
    start: dot.start,
    end: name.end,
    name: snake,
    parseTimeValue,
  };
}

export function parseStringLiteral(p: Parser, interpolate: boolean): StringLiteral {
  if (p.peek().kind !== T.STRING && p.peek().kind !== T.RAW_STRING) p.unexpected('a string literal');
  const token = p.take();
  const place = { type: 'string' as const, source: p.source, start: token.start, end: token.end };
  if (token.kind === T.RAW_STRING) return { ...place, value: token.image.slice(2, -1), parts: undefined };
  const inner = token.image.slice(1, -1);
  const { value, indices } = inner.includes('\\')
    ? decodeEscapes(p, inner, token)
    : { value: inner, indices: undefined };
  const parts =
    interpolate && mayInterpolate(p, token.image) && mayInterpolate(p, value) && value.length > 3
      ? parseParts(p, contentLexer(p, token, value, indices))
      : undefined;
  return { ...place, value, parts };
}

function mayInterpolate(p: Parser, text: string): boolean {
  const syntax = p.settings.interpolationSyntax;
  if (syntax === 'square_bracket') return text.includes('[=');
  return text.includes('${') || (syntax === 'legacy' && text.includes('#{'));
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  b: '\b',
  g: '>',
  l: '<',
  a: '&',
};

/** Decodes the escapes; `indices` says for each character of the result, and its end, where its escape begins in `inner`. */
function decodeEscapes(
  p: Parser,
  inner: string,
  token: Token,
): { readonly value: string; readonly indices: readonly number[] } {
  const indices: number[] = [];
  let value = '';
  let i = 0;
  const add = (text: string, at: number): void => {
    value += text;
    indices.push(at);
  };
  while (i < inner.length) {
    const c = inner[i] ?? '';
    if (c !== '\\') {
      add(c, i++);
      continue;
    }
    const escaped = inner[i + 1];
    if (escaped === undefined) p.fail('The last character of the string literal is a backslash.', token);
    if (escaped === 'x') {
      const digits = /^[0-9a-fA-F]{1,4}/.exec(inner.slice(i + 2))?.[0];
      if (digits === undefined) p.fail('Invalid \\x escape in a string literal.', token);
      add(String.fromCharCode(Number.parseInt(digits, 16)), i);
      i += 2 + digits.length;
    } else {
      add(ESCAPES[escaped] ?? escaped, i);
      i += 2;
    }
  }
  indices.push(inner.length);
  return { value, indices };
}

type LiteralPart = string | InterpolationElement | NumericInterpolationElement;

/** A lexer for the content of the quotes: in the same text, or in a separate one if it has escapes. */
function contentLexer(p: Parser, token: Token, value: string, indices: readonly number[] | undefined): Lexer {
  const { source } = p;
  const content = source.indexAt(token.start) + 1;
  if (indices === undefined) {
    return new Lexer(source, p.settings, {
      start: textIndex(content),
      limit: textIndex(content + value.length),
    });
  }
  const { line, column } = source.position(token.start);
  const offsets = indices.map((index) => source.offsetAt(content + index));
  const origin = { source: source.outermost, line, column: column + 1, offsets };
  return new Lexer(new SourceText(source.name, value, source.tabSize, origin), p.settings);
}

/** Parses the text and the interpolations inside a string literal, with a separate lexer. */
function parseParts(p: Parser, lexer: Lexer): readonly LiteralPart[] {
  lexer.mode = 'string';
  lexer.namingConvention = p.lexer.namingConvention;
  const inner = new Parser(lexer, p.settings, false, p.outputFormat);
  if (inner.incompatibleImprovements < 2_003_024) inner.incompatibleImprovements = 2_003_000;
  inner.iterators = p.iterators;
  inner.usedContext = p.usedContext;
  const parts: LiteralPart[] = [];
  try {
    for (;;) {
      const { kind } = inner.peek();
      if (kind === T.TEXT) {
        const { image } = inner.take();
        const last = parts.at(-1);
        if (typeof last === 'string') parts[parts.length - 1] = last + image;
        else parts.push(image);
      } else if (kind === T.EOF) {
        return parts;
      } else {
        parts.push(parseInterpolation(inner));
      }
    }
  } finally {
    p.lexer.namingConvention = lexer.namingConvention;
  }
}
