import type { AssignmentItem, AssignmentOperator, AssignmentScope, Element } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { T } from '../../lexer/token.ts';
import type { Token, TokenKind } from '../../lexer/token.ts';
import { isMarkupFormat } from '../../output-formats/format-names.ts';
import { parseExpression } from '../expressions.ts';
import { parseStringLiteral } from '../literals.ts';
import { parseMixedContent } from '../mixed-content.ts';
import type { Parser } from '../parser.ts';
import { looseEnd } from './directive.ts';
import { CALLABLES } from './macros.ts';
import type { TemplateOffset } from '../../source/source-text.ts';

/** A name given as an identifier or as a string literal. */
export interface NameNode {
  readonly name: string;
  readonly start: TemplateOffset;
  readonly end: TemplateOffset;
}

export function parseName(p: Parser): NameNode {
  const token = p.accept(T.ID);
  if (token !== undefined) return { name: token.image, start: token.start, end: token.end };
  const { value, start, end } = parseStringLiteral(p, false);
  return { name: value, start, end };
}

function assignmentOperator(kind: TokenKind): AssignmentOperator | undefined {
  switch (kind) {
    case T.EQUALS:
      return '=';
    case T.PLUS_EQUALS:
      return '+=';
    case T.MINUS_EQUALS:
      return '-=';
    case T.TIMES_EQUALS:
      return '*=';
    case T.DIV_EQUALS:
      return '/=';
    case T.MOD_EQUALS:
      return '%=';
    case T.PLUS_PLUS:
      return '++';
    case T.MINUS_MINUS:
      return '--';
    default:
      return undefined;
  }
}

export function parseAssignment(p: Parser): Element {
  const open = p.take();
  const scope: AssignmentScope =
    open.kind === T.ASSIGN ? 'namespace' : open.kind === T.GLOBAL ? 'global' : 'local';
  if (scope === 'local' && !p.inDefinition)
    p.misplaced('Local variable assigned outside a macro.', open, CALLABLES);
  const name = parseName(p);
  if (assignmentOperator(p.peek().kind) === undefined) return parseCapture(p, open, scope, name);
  const assignments = [parseItem(p, name)];
  while (anotherItemFollows(p)) {
    p.accept(T.COMMA);
    assignments.push(parseItem(p, parseName(p)));
  }
  const namespace = parseNamespace(p, scope);
  const { end } = looseEnd(p);
  return {
    type: 'assign',
    source: p.source,
    start: open.start,
    end,
    children: [],
    scope,
    assignments,
    namespace,
  };
}

function parseItem(p: Parser, name: NameNode): AssignmentItem {
  const token = p.take();
  const operator = assignmentOperator(token.kind);
  if (operator === undefined) p.unexpected('an assignment operator');
  const value = operator === '++' || operator === '--' ? undefined : parseExpression(p);
  const end = value?.end ?? token.end;
  return { name: name.name, operator, value, source: p.source, start: name.start, end };
}

function anotherItemFollows(p: Parser): boolean {
  const n = p.kindAhead(1) === T.COMMA ? 2 : 1;
  const name = p.kindAhead(n);
  return (name === T.ID || name === T.STRING) && assignmentOperator(p.kindAhead(n + 1)) !== undefined;
}

function parseNamespace(p: Parser, scope: AssignmentScope): Expression | undefined {
  const token = p.accept(T.IN);
  if (token === undefined) return undefined;
  const namespace = parseExpression(p);
  if (scope !== 'namespace') p.fail('Cannot assign to namespace here.', token);
  return namespace;
}

const END_OF_SCOPE: Readonly<Record<AssignmentScope, TokenKind>> = {
  namespace: T.END_ASSIGN,
  global: T.END_GLOBAL,
  local: T.END_LOCAL,
};

function parseCapture(p: Parser, open: Token, scope: AssignmentScope, name: NameNode): Element {
  const namespace = parseNamespace(p, scope);
  p.expect(T.DIRECTIVE_END, '">" or an assignment');
  const children = parseMixedContent(p);
  const close = p.expectEnd([T.END_LOCAL, T.END_ASSIGN, T.END_GLOBAL], open.image.trim(), open);
  if (close.kind !== END_OF_SCOPE[scope] && close.kind !== T.EOF)
    p.complain('Mismatched assignment tags.', close);
  return {
    type: 'block-assign',
    source: p.source,
    start: open.start,
    end: close.end,
    children,
    scope,
    name: name.name,
    namespace,
    markupFormat: isMarkupFormat(p.outputFormat) ? p.outputFormat : undefined,
  };
}
