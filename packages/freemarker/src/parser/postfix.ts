import type { Expression } from '../ast/expressions.ts';
import { T } from '../lexer/token.ts';
import { parseBuiltIn } from './built-in-call.ts';
import { notLiteral, parseExpression, parsePositional, startsExpression } from './expressions.ts';
import { isExpressionAhead } from './lookahead.ts';
import type { Parser } from './parser.ts';

/** What may follow a primary expression: `.key`, `[key]`, `(arguments)`, `?built_in`, `!default`, `??`. */
export function parsePostfix(p: Parser, atomic: Expression): Expression {
  let target = atomic;
  for (;;) {
    switch (p.peek().kind) {
      case T.DOT:
        target = parseDot(p, target);
        break;
      case T.OPEN_BRACKET:
        target = parseDynamicKey(p, target);
        break;
      case T.OPEN_PAREN:
        target = parseCall(p, target);
        break;
      case T.BUILT_IN:
        target = parseBuiltIn(p, target);
        break;
      case T.EXCLAM:
      case T.TERMINATING_EXCLAM:
        target = parseDefault(p, target);
        break;
      case T.EXISTS: {
        const { end } = p.take();
        target = { type: 'exists', source: p.source, start: target.start, end, target };
        break;
      }
      default:
        return target;
    }
  }
}

function parseDot(p: Parser, target: Expression): Expression {
  p.take();
  const token = p.peek();
  switch (token.kind) {
    case T.ID:
    case T.TIMES:
    case T.DOUBLE_STAR:
      break;
    case T.LESS_THAN:
    case T.LESS_THAN_EQUALS:
    case T.ESCAPED_GT:
    case T.ESCAPED_GTE:
    case T.FALSE:
    case T.TRUE:
    case T.IN:
    case T.AS:
    case T.USING:
      // Words of the language are fine as keys (`x.in`), their symbol forms (`<`, `&lt;`) are not.
      if (!/^\p{L}/u.test(token.image)) p.fail(`${token.image} is not a valid identifier.`, token);
      break;
    default:
      p.unexpected('a key name');
  }
  p.take();
  notLiteral(p, target, 'list', 'a hash');
  notLiteral(p, target, 'string', 'a hash');
  notLiteral(p, target, 'boolean', 'a hash');
  return { type: 'dot', source: p.source, start: target.start, end: token.end, target, key: token.image };
}

function parseDynamicKey(p: Parser, target: Expression): Expression {
  p.take();
  const key = parseExpression(p);
  const { end } = p.expect(T.CLOSE_BRACKET, '"]"');
  notLiteral(p, target, 'boolean', 'a sequence or hash');
  notLiteral(p, target, 'number', 'a sequence or hash');
  return { type: 'dynamic-key', source: p.source, start: target.start, end, target, key };
}

export function parseCall(p: Parser, target: Expression): Expression {
  p.take();
  const args = p.nested((q) => parsePositional(q));
  const { end } = p.expect(T.CLOSE_PAREN, '")"');
  return { type: 'call', source: p.source, start: target.start, end, target, arguments: args };
}

/** `x!fallback` takes everything that follows as the fallback; `x!` before a token that starts nothing has none. */
function parseDefault(p: Parser, target: Expression): Expression {
  const mark = p.take();
  const hasFallback = mark.kind === T.EXCLAM && expressionFollows(p, isExpressionAhead);
  const fallback = hasFallback ? parseExpression(p) : undefined;
  const end = fallback?.end ?? p.source.behind(mark.start, 1);
  return { type: 'default', source: p.source, start: target.start, end, target, fallback };
}

/**
 * Whether the operand that may be missing here is there: signs count only with something to apply to after them.
 * Strict parsing asks for a whole operand, as the original does; who is writing one hears what is wrong in it.
 */
export function expressionFollows(p: Parser, isAhead: (p: Parser) => boolean): boolean {
  if (!p.tolerant) return isAhead(p);
  let n = 1;
  let kind = p.kindAhead(n);
  if (kind === T.PLUS || kind === T.MINUS) kind = p.kindAhead(++n);
  else while (kind === T.EXCLAM) kind = p.kindAhead(++n);
  if (kind === T.DOT) return p.kindAhead(n + 1) === T.ID;
  return startsExpression(kind) && kind !== T.PLUS && kind !== T.MINUS && kind !== T.EXCLAM;
}
