import type { Element, SimpleElement } from '../../ast/elements.ts';
import { T } from '../../lexer/token.ts';
import type { Token } from '../../lexer/token.ts';
import { parseExpression } from '../expressions.ts';
import { parseMixedContent } from '../mixed-content.ts';
import { endOfBlock } from '../parser.ts';
import type { Parser } from '../parser.ts';
import { parseAssignment } from './assignment.ts';
import { parseCall, parseTransform, parseUserDirective } from './calls.ts';
import { parseIf, parseSwitch } from './conditionals.ts';
import { parseAutoEsc, parseEscape, parseNoEscape, parseOutputFormat } from './escaping.ts';
import { parseForeach, parseItems, parseList, parseSep } from './loops.ts';
import { CALLABLES, parseMacro, parseNested, parseReturn } from './macros.ts';
import { parseImport, parseInclude, parseSetting } from './templates.ts';

/** A directive; undefined when the next token begins none (it may be a clause or an end tag of an outer one). */
export function parseDirective(p: Parser): Element | undefined {
  const token = p.peek();
  switch (token.kind) {
    case T.IF:
      return parseIf(p);
    case T.LIST:
      return parseList(p);
    case T.FOREACH:
      return parseForeach(p);
    case T.ASSIGN:
    case T.GLOBAL:
    case T.LOCAL:
      return parseAssignment(p);
    case T.INCLUDE:
      return parseInclude(p);
    case T.IMPORT:
      return parseImport(p);
    case T.MACRO:
    case T.FUNCTION:
      return parseMacro(p);
    case T.COMPRESS:
      return parseCompress(p);
    case T.UNIFIED_CALL:
      return parseUserDirective(p);
    case T.ITEMS:
      return parseItems(p);
    case T.SEP:
      return parseSep(p);
    case T.CALL:
      return parseCall(p);
    case T.COMMENT:
    case T.TERSE_COMMENT:
    case T.NO_PARSE:
      return parseUnparsed(p);
    case T.TRANSFORM:
      return parseTransform(p);
    case T.SWITCH:
      return parseSwitch(p);
    case T.SETTING:
      return parseSetting(p);
    case T.BREAK:
    case T.CONTINUE:
      return parseJump(p);
    case T.RETURN:
    case T.SIMPLE_RETURN:
      return parseReturn(p);
    case T.STOP:
    case T.HALT:
      return parseStop(p);
    case T.FLUSH:
      return simple(p, p.take(), 'flush');
    case T.TRIM:
    case T.LEFT_TRIM:
    case T.RIGHT_TRIM:
    case T.NO_TRIM:
      return parseTrim(p);
    case T.NESTED:
    case T.SIMPLE_NESTED:
      return parseNested(p);
    case T.ESCAPE:
      return parseEscape(p);
    case T.NO_ESCAPE:
      return parseNoEscape(p);
    case T.ATTEMPT:
      return parseAttempt(p);
    case T.OUTPUT_FORMAT:
      return parseOutputFormat(p);
    case T.AUTO_ESC:
    case T.NO_AUTO_ESC:
      return parseAutoEsc(p);
    case T.VISIT:
    case T.RECURSE:
    case T.SIMPLE_RECURSE:
    case T.FALLBACK:
      return parseNodeDirective(p);
    default:
      return undefined;
  }
}

function simple(p: Parser, token: Token, type: SimpleElement['type']): SimpleElement {
  return { type, source: p.source, start: token.start, end: token.end, children: [] };
}

function parseCompress(p: Parser): Element {
  const open = p.take();
  const children = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_COMPRESS], '#compress', open);
  return { type: 'compress', source: p.source, start: open.start, end, children };
}

/** `#comment`, `<#-- -->` and `#noparse`: nothing inside is read. */
function parseUnparsed(p: Parser): Element {
  const open = p.take();
  const content = p.expect(T.UNPARSED, 'the content and the end of the block');
  // A semicolon at the very end counts as an end: a quirk of the original.
  const isEnded = !p.lexer.unclosed || (content.image.endsWith(';') && !p.tolerant);
  if (!isEnded && p.incompatibleImprovements >= 2_003_021) p.fail(`Unclosed "${open.image}"`, open);
  const place = { source: p.source, start: open.start, end: content.end, children: [] };
  if (open.kind !== T.NO_PARSE) return { type: 'comment', ...place };
  // An unclosed block loses its last token.
  const text = p.lexer.unclosed ? withoutLastToken(content.image) : content.image;
  return { type: 'text', ...place, text, unparsed: true };
}

/** Unparsed content without the last of the tokens that the original's lexer makes of it. */
function withoutLastToken(text: string): string {
  const tokens = text.match(/[<[]\/#?[a-zA-Z]+[ \t\n\r]*[>\]]|--[>\]]|[^<[-]+|[<[-]/g) ?? [];
  return tokens.slice(0, -1).join('');
}

function parseJump(p: Parser): Element {
  const token = p.take();
  const isBreak = token.kind === T.BREAK;
  const { around } = p.usedContext;
  const isOwn = isBreak ? p.breakable > around.breakable : p.continuable > around.continuable;
  if (!isOwn) p.usedContext.loops = true;
  if ((isBreak ? p.breakable : p.continuable) < 1) {
    const places = isBreak ? '#list with "as", #items, #switch' : '#list with "as", #items';
    const kinds = isBreak ? [T.LIST, T.ITEMS, T.FOREACH, T.SWITCH] : [T.LIST, T.ITEMS, T.FOREACH];
    p.misplaced(`${token.image} must be nested inside a directive that supports it: ${places}`, token, kinds);
  }
  return simple(p, token, isBreak ? 'break' : 'continue');
}

function parseStop(p: Parser): Element {
  const token = p.take();
  const message = token.kind === T.STOP ? parseExpression(p) : undefined;
  if (message !== undefined) looseEnd(p);
  return { type: 'stop', source: p.source, start: token.start, end: token.end, children: [], message };
}

function parseTrim(p: Parser): Element {
  const token = p.take();
  const left = token.kind === T.TRIM || token.kind === T.LEFT_TRIM;
  const right = token.kind === T.TRIM || token.kind === T.RIGHT_TRIM;
  return { type: 'trim', source: p.source, start: token.start, end: token.end, children: [], left, right };
}

function parseAttempt(p: Parser): Element {
  const open = p.take();
  const children = parseMixedContent(p);
  const recover = p.expect(T.RECOVER, '<#recover>');
  const recovery = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_RECOVER, T.END_ATTEMPT], '#attempt', open);
  const attempted: Element = {
    type: 'mixed',
    source: p.source,
    start: children[0]?.start ?? open.end,
    end: endOfBlock(open, children),
    children,
  };
  const section: Element = {
    type: 'recover',
    source: p.source,
    start: recover.start,
    end: endOfBlock(recover, recovery),
    children: recovery,
  };
  return { type: 'attempt', source: p.source, start: open.start, end, children: [attempted, section] };
}

function parseNodeDirective(p: Parser): Element {
  const token = p.take();
  const place = { type: 'node-directive' as const, source: p.source, start: token.start, children: [] };
  if (token.kind === T.FALLBACK) {
    if (!p.inMacro) p.misplaced('Cannot fall back outside a macro.', token, CALLABLES);
    return { ...place, end: token.end, kind: 'fallback', operands: [] };
  }
  if (token.kind === T.SIMPLE_RECURSE) return { ...place, end: token.end, kind: 'recurse', operands: [] };
  const operands = [];
  const { kind } = p.peek();
  if (
    token.kind === T.VISIT ||
    (kind !== T.USING && kind !== T.DIRECTIVE_END && kind !== T.EMPTY_DIRECTIVE_END)
  ) {
    operands.push(parseExpression(p));
  }
  if (p.accept(T.USING) !== undefined) operands.push(parseExpression(p));
  const { end } = looseEnd(p);
  return { ...place, end, kind: token.kind === T.VISIT ? 'visit' : 'recurse', operands };
}

/** The end of a tag that may be written as an empty element: `>` or `/>`. */
export function looseEnd(p: Parser): Token {
  return p.accept(T.EMPTY_DIRECTIVE_END) ?? p.expect(T.DIRECTIVE_END, '">" or "/>"');
}
