import type { Element, ListElement } from '../../ast/elements.ts';
import { T } from '../../lexer/token.ts';
import type { Token, TokenKind } from '../../lexer/token.ts';
import { parseExpression } from '../expressions.ts';
import { parseMixedContent } from '../mixed-content.ts';
import { endOfBlock } from '../parser.ts';
import type { IteratorContext, Parser } from '../parser.ts';

const LOOPS: readonly TokenKind[] = [T.LIST, T.ITEMS, T.FOREACH];

export function parseList(p: Parser): Element {
  const open = p.take();
  const sequence = parseExpression(p);
  const [variable, secondVariable] = p.accept(T.AS) === undefined ? [] : parseVariables(p);
  p.expect(T.DIRECTIVE_END, '">"');
  const context = pushIterator(p, 'list', variable, secondVariable);
  if (variable !== undefined) enterLoop(p, open, context);
  const children = parseMixedContent(p);
  if (variable !== undefined) leaveLoop(p);
  else if (context.kind !== 'items') {
    p.complainUnless(
      [T.ITEMS],
      '#list must have either "as loopVar" parameter or nested #items that belongs to it.',
      open,
    );
  }
  p.iterators.pop();
  const otherwise = p.accept(T.ELSE);
  const elseChildren = otherwise === undefined ? [] : parseMixedContent(p);
  const { end } = p.expectEnd([T.END_LIST], '#list', open);
  const place = { source: p.source, start: open.start, end };
  const list: ListElement = {
    type: 'list',
    ...place,
    children,
    sequence,
    variable: variable?.image,
    secondVariable: secondVariable?.image,
    listsHash: context.listsHash,
    isForeach: false,
  };
  if (otherwise === undefined) return list;
  const elseOfList: Element = {
    type: 'else-of-list',
    source: p.source,
    start: otherwise.start,
    end: endOfBlock(otherwise, elseChildren),
    children: elseChildren,
  };
  return { type: 'list-with-else', ...place, children: [list, elseOfList] };
}

function parseVariables(p: Parser): [Token, Token?] {
  const first = p.expect(T.ID, 'the name of the loop variable');
  if (p.accept(T.COMMA) === undefined) return [first];
  return [first, p.expect(T.ID, 'the name of the value loop variable')];
}

function pushIterator(
  p: Parser,
  kind: IteratorContext['kind'],
  variable: Token | undefined,
  second: Token | undefined,
): IteratorContext {
  const context: IteratorContext = {
    variable: variable?.image,
    secondVariable: second?.image,
    kind,
    listsHash: second !== undefined,
  };
  p.iterators.push(context);
  return context;
}

function enterLoop(p: Parser, open: Token, context: IteratorContext): void {
  p.breakable++;
  p.continuable++;
  if (context.secondVariable !== undefined && context.secondVariable === context.variable) {
    p.fail(`The key and value loop variable names must differ, but both were: ${context.variable}`, open);
  }
}

function leaveLoop(p: Parser): void {
  p.breakable--;
  p.continuable--;
}

export function parseForeach(p: Parser): Element {
  const open = p.take();
  const variable = p.expect(T.ID, 'the name of the loop variable');
  p.expect(T.IN, '"in"');
  const sequence = parseExpression(p);
  p.expect(T.DIRECTIVE_END, '">"');
  enterLoop(p, open, pushIterator(p, 'foreach', variable, undefined));
  const children = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_FOREACH], '#foreach', open);
  leaveLoop(p);
  p.iterators.pop();
  return {
    type: 'list',
    source: p.source,
    start: open.start,
    end,
    children,
    sequence,
    variable: variable.image,
    secondVariable: undefined,
    listsHash: false,
    isForeach: true,
  };
}

export function parseItems(p: Parser): Element {
  const open = p.take();
  const [variable, second] = parseVariables(p);
  p.expect(T.DIRECTIVE_END, '">"');
  const context = p.iterators.at(-1);
  p.noteLoopUse(p.iterators.length - 1);
  if (context === undefined) p.misplaced('#items must be inside a #list block.', open, [T.LIST]);
  if (context.variable !== undefined) {
    if (context.kind === 'foreach') p.fail("#foreach doesn't support nested #items.", open);
    if (context.kind === 'items') {
      p.fail("Can't nest #items into each other when they belong to the same #list.", open);
    }
    p.misplaced('The parent #list of the #items must not have "as loopVar" parameter.', open, [T.LIST]);
  }
  context.kind = 'items';
  context.variable = variable.image;
  context.secondVariable = second?.image;
  if (second !== undefined) {
    context.listsHash = true;
    if (second.image === variable.image) {
      p.fail(`The key and value loop variable names must differ, but both were: ${variable.image}`, open);
    }
  }
  p.breakable++;
  p.continuable++;
  const children = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_ITEMS], '#items', open);
  leaveLoop(p);
  context.variable = undefined;
  context.secondVariable = undefined;
  return {
    type: 'items',
    source: p.source,
    start: open.start,
    end,
    children,
    variable: variable.image,
    secondVariable: second?.image,
  };
}

export function parseSep(p: Parser): Element {
  const open = p.take();
  p.noteLoopUse(p.iterators.length - 1);
  if (p.iterators.length === 0) p.misplaced('#sep must be inside a #list (or #foreach) block.', open, LOOPS);
  const children = parseMixedContent(p);
  const close = p.accept(T.END_SEP);
  const end = close?.end ?? endOfBlock(open, children);
  return { type: 'sep', source: p.source, start: open.start, end, children };
}
