import type { Element } from '../ast/elements.ts';
import { TemplateError } from '../errors/template-error.ts';
import { T } from '../lexer/token.ts';
import type { Token, TokenKind } from '../lexer/token.ts';
import { parseDirective } from './directives/directive.ts';
import { parseInterpolation } from './interpolations.ts';
import type { Parser } from './parser.ts';

/** Text, interpolations and directives, up to a token that belongs to whoever opened this block. */
export function parseMixedContent(p: Parser): Element[] {
  return p.nested(readElements);
}

function readElements(p: Parser): Element[] {
  const elements: Element[] = [];
  p.mixedNesting++;
  for (;;) {
    if (!p.tolerant) {
      const element = parseElement(p);
      if (element === undefined) break;
      if (element !== 'dropped') elements.push(element);
      continue;
    }
    const element = parseElementTolerantly(p);
    if (element === undefined) break;
    if (element !== 'dropped') elements.push(element);
  }
  p.mixedNesting--;
  return elements;
}

function parseElement(p: Parser): Element | 'dropped' | undefined {
  switch (p.peek().kind) {
    case T.TEXT:
      return parseText(p);
    case T.DOLLAR_OPEN:
    case T.HASH_OPEN:
    case T.BRACKET_OPEN:
      return parseInterpolation(p);
    default:
      return parseDirective(p);
  }
}

function parseText(p: Parser): Element | 'dropped' {
  const first = p.take();
  let { end, image } = first;
  while (p.peek().kind === T.TEXT) {
    const more = p.take();
    image += more.image;
    end = more.end;
  }
  if (p.stripText && p.mixedNesting === 1) return 'dropped';
  return {
    type: 'text',
    source: p.source,
    start: first.start,
    end,
    children: [],
    text: image,
    unparsed: false,
  };
}

const BLOCK_ENDS: ReadonlyMap<TokenKind, TokenKind> = new Map<TokenKind, TokenKind>([
  [T.IF, T.END_IF],
  [T.LIST, T.END_LIST],
  [T.FOREACH, T.END_FOREACH],
  [T.ITEMS, T.END_ITEMS],
  [T.SWITCH, T.END_SWITCH],
  [T.MACRO, T.END_MACRO],
  [T.FUNCTION, T.END_FUNCTION],
  [T.ESCAPE, T.END_ESCAPE],
  [T.OUTPUT_FORMAT, T.END_OUTPUT_FORMAT],
  [T.UNIFIED_CALL, T.UNIFIED_CALL_END],
]);

/** Reads an element; where that fails, records the error and resumes after the broken tag. */
function parseElementTolerantly(p: Parser): Element | 'dropped' | undefined {
  const nesting = [p.mixedNesting, p.breakable, p.continuable, p.iterators.length] as const;
  let opening: Token | undefined;
  const from = p.token.end;
  try {
    opening = p.peek();
    const element = parseElement(p);
    if (element !== undefined || p.mixedNesting > 1) return element ?? strayEnd(p);
    return p.peek().kind === T.EOF ? undefined : strayClause(p);
  } catch (error) {
    if (!(error instanceof TemplateError) || error.phase !== 'parse' || error.code === 'limit-nesting')
      throw error;
    p.errors.push(error);
    [p.mixedNesting, p.breakable, p.continuable] = nesting;
    p.iterators.length = Math.min(p.iterators.length, nesting[3]);
    const start = opening?.start ?? from;
    const end = resumeOffset(p, start, Math.max(error.start, start + 1));
    const block = opening === undefined ? undefined : BLOCK_ENDS.get(opening.kind);
    const closesItself = p.source.text[end - 2] === '/';
    if (block !== undefined && !closesItself) {
      p.brokenOpenings.set(block, (p.brokenOpenings.get(block) ?? 0) + 1);
    }
    p.lexer.restartAt(end);
    p.token = { kind: T.EOF, start, end, image: '', next: undefined };
    return { type: 'error', source: p.source, start, end, children: [], message: error.message };
  }
}

/** Inside a block, an end tag whose opening could not be read is skipped; any other ends the block. */
function strayEnd(p: Parser): Element | undefined {
  const token = p.peek();
  const broken = p.brokenOpenings.get(token.kind) ?? 0;
  if (broken === 0) return undefined;
  p.brokenOpenings.set(token.kind, broken - 1);
  p.take();
  return { type: 'error', source: p.source, start: token.start, end: token.end, children: [], message: '' };
}

/** At the top, a clause or an end tag belongs to nothing. */
function strayClause(p: Parser): Element {
  const forgiven = strayEnd(p);
  if (forgiven !== undefined) return forgiven;
  return p.unexpected('text, an interpolation or a directive');
}

/** Where reading goes on: after the tag's closer, or before the next thing that looks like a beginning. */
function resumeOffset(p: Parser, start: number, errorAt: number): number {
  const { text } = p.source;
  const interpolation = text[start] === '$' || (text[start] === '#' && text[start + 1] === '{');
  for (let i = Math.min(errorAt, text.length); i < text.length; i++) {
    const c = text[i];
    if (interpolation ? c === '}' : c === '>' || (c === ']' && text[start] === '[')) return i + 1;
    if (c === '\n' && interpolation) return i;
    if (i > start + 1 && (c === '<' || c === '[') && /^(?:#|\/#|@|\/@)/.test(text.slice(i + 1, i + 3)))
      return i;
    if (i > start + 1 && c === '$' && text[i + 1] === '{') return i;
  }
  return text.length;
}
