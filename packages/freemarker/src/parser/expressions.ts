import type { ArithmeticOperator, ComparisonOperator, Expression } from '../ast/expressions.ts';
import type { RangeKind } from '../values/ranges.ts';
import { T } from '../lexer/token.ts';
import type { TokenKind } from '../lexer/token.ts';
import { parseAtomic } from './literals.ts';
import { isSumAhead } from './lookahead.ts';
import type { Parser } from './parser.ts';
import { expressionFollows, parsePostfix } from './postfix.ts';
import type { TemplateOffset } from '../source/source-text.ts';

/** An expression, in FreeMarker's precedence: `||`, `&&`, equality, relation, range, sum, product, sign, postfix. */
export function parseExpression(p: Parser): Expression {
  return p.nested(parseOr);
}

export function parseOr(p: Parser): Expression {
  let left = parseAnd(p);
  while (p.accept(T.OR) !== undefined) {
    const right = parseAnd(p);
    onlyBoolean(p, left);
    onlyBoolean(p, right);
    left = { type: 'or', source: p.source, start: left.start, end: right.end, left, right };
  }
  return left;
}

function parseAnd(p: Parser): Expression {
  let left = parseEquality(p);
  while (p.accept(T.AND) !== undefined) {
    const right = parseEquality(p);
    onlyBoolean(p, left);
    onlyBoolean(p, right);
    left = { type: 'and', source: p.source, start: left.start, end: right.end, left, right };
  }
  return left;
}

function parseEquality(p: Parser): Expression {
  const left = parseRelation(p);
  const { kind } = p.peek();
  if (kind !== T.NOT_EQUALS && kind !== T.EQUALS && kind !== T.DOUBLE_EQUALS) return left;
  p.take();
  const right = parseRelation(p);
  for (const type of ['hash', 'list'] as const) {
    notLiteral(p, left, type, 'a different type for an equality check');
    notLiteral(p, right, type, 'a different type for an equality check');
  }
  const operator = kind === T.NOT_EQUALS ? '!=' : '==';
  return { type: 'comparison', source: p.source, start: left.start, end: right.end, operator, left, right };
}

function relationOperator(kind: TokenKind): ComparisonOperator | undefined {
  switch (kind) {
    case T.NATURAL_GT:
    case T.ESCAPED_GT:
      return '>';
    case T.NATURAL_GTE:
    case T.ESCAPED_GTE:
      return '>=';
    case T.LESS_THAN:
      return '<';
    case T.LESS_THAN_EQUALS:
      return '<=';
    default:
      return undefined;
  }
}

function parseRelation(p: Parser): Expression {
  const left = parseRange(p);
  const operator = relationOperator(p.peek().kind);
  if (operator === undefined) return left;
  p.take();
  const right = parseRange(p);
  onlyNumber(p, left);
  onlyNumber(p, right);
  return { type: 'comparison', source: p.source, start: left.start, end: right.end, operator, left, right };
}

function parseRange(p: Parser): Expression {
  const from = parseSum(p);
  const operator = p.peek();
  let kind: RangeKind;
  let to: Expression | undefined;
  if (operator.kind === T.DOT_DOT_LESS || operator.kind === T.DOT_DOT_ASTERISK) {
    p.take();
    kind = operator.kind === T.DOT_DOT_LESS ? 'exclusive' : 'size-limited';
    to = parseSum(p);
  } else if (operator.kind === T.DOT_DOT) {
    p.take();
    kind = 'unbounded';
    if (expressionFollows(p, isSumAhead)) {
      kind = 'inclusive';
      to = parseSum(p);
    }
  } else {
    return from;
  }
  onlyNumber(p, from);
  if (to !== undefined) onlyNumber(p, to);
  return { type: 'range', source: p.source, start: from.start, end: to?.end ?? operator.end, kind, from, to };
}

function parseSum(p: Parser): Expression {
  let left = parseProduct(p);
  for (;;) {
    const { kind } = p.peek();
    if (kind !== T.PLUS && kind !== T.MINUS) return left;
    p.take();
    const right = parseProduct(p);
    const place = { source: p.source, start: left.start, end: right.end };
    if (kind === T.PLUS) {
      left = { type: 'add', ...place, left, right };
    } else {
      onlyNumber(p, left);
      onlyNumber(p, right);
      left = { type: 'arithmetic', ...place, operator: '-', left, right };
    }
  }
}

function parseProduct(p: Parser): Expression {
  let left = parseUnary(p);
  for (;;) {
    const { kind } = p.peek();
    if (kind !== T.TIMES && kind !== T.DIVIDE && kind !== T.PERCENT) return left;
    p.take();
    const right = parseUnary(p);
    onlyNumber(p, left);
    onlyNumber(p, right);
    const operator: ArithmeticOperator = kind === T.TIMES ? '*' : kind === T.DIVIDE ? '/' : '%';
    left = { type: 'arithmetic', source: p.source, start: left.start, end: right.end, operator, left, right };
  }
}

function parseUnary(p: Parser): Expression {
  const token = p.peek();
  if (token.kind === T.PLUS || token.kind === T.MINUS) {
    p.take();
    const operand = parsePrimary(p);
    const negative = token.kind === T.MINUS;
    return { type: 'sign', source: p.source, start: token.start, end: operand.end, operand, negative };
  }
  if (token.kind !== T.EXCLAM) return parsePrimary(p);
  const starts: TemplateOffset[] = [];
  for (let not = p.accept(T.EXCLAM); not !== undefined; not = p.accept(T.EXCLAM)) starts.push(not.start);
  let operand = parsePrimary(p);
  for (const start of starts.reverse()) {
    operand = { type: 'not', source: p.source, start, end: operand.end, operand };
  }
  return operand;
}

function parsePrimary(p: Parser): Expression {
  return parsePostfix(p, parseAtomic(p));
}

/** Arguments or list items; the commas between them are optional. */
export function parsePositional(
  p: Parser,
  parseItem: (p: Parser) => Expression = parseExpression,
): Expression[] {
  const items: Expression[] = [];
  if (!startsExpression(p.peek().kind)) return items;
  items.push(parseItem(p));
  while (p.peek().kind === T.COMMA || startsExpression(p.peek().kind)) {
    p.accept(T.COMMA);
    items.push(parseItem(p));
  }
  return items;
}

export function startsExpression(kind: TokenKind): boolean {
  switch (kind) {
    case T.ID:
    case T.STRING:
    case T.RAW_STRING:
    case T.INTEGER:
    case T.DECIMAL:
    case T.TRUE:
    case T.FALSE:
    case T.DOT:
    case T.PLUS:
    case T.MINUS:
    case T.EXCLAM:
    case T.OPEN_BRACKET:
    case T.OPEN_PAREN:
    case T.OPEN_CURLY:
      return true;
    default:
      return false;
  }
}

type LiteralType = 'string' | 'number' | 'boolean' | 'hash' | 'list';

/** Rejects a literal of a type that can never be right at this place. */
export function notLiteral(p: Parser, expression: Expression, type: LiteralType, expected: string): void {
  if (expression.type === type) p.fail(`Found a ${type} literal where ${expected} is expected.`, expression);
}

export function onlyNumber(p: Parser, expression: Expression): void {
  for (const type of ['string', 'list', 'hash', 'boolean'] as const)
    notLiteral(p, expression, type, 'a number');
}

export function onlyString(p: Parser, expression: Expression): void {
  for (const type of ['number', 'list', 'hash', 'boolean'] as const)
    notLiteral(p, expression, type, 'a string');
}

function onlyBoolean(p: Parser, expression: Expression): void {
  for (const type of ['string', 'list', 'hash', 'number'] as const)
    notLiteral(p, expression, type, 'a boolean');
}
