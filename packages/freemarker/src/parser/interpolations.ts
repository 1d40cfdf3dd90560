import { withIdentifierReplaced } from '../ast/cloning.ts';
import type { InterpolationElement, NumericInterpolationElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { T } from '../lexer/token.ts';
import type { Token } from '../lexer/token.ts';
import { notLiteral, onlyNumber, parseExpression } from './expressions.ts';
import type { Parser } from './parser.ts';

const PRINTABLE = 'a string or something convertible to one';

export function parseInterpolation(p: Parser): InterpolationElement | NumericInterpolationElement {
  const open = p.take();
  if (open.kind === T.HASH_OPEN) return parseNumericInterpolation(p, open);
  const expression = parseExpression(p);
  const close =
    open.kind === T.BRACKET_OPEN ? p.expect(T.CLOSE_BRACKET, '"]"') : p.expect(T.CLOSE_CURLY, '"}"');
  notLiteral(p, expression, 'hash', PRINTABLE);
  notLiteral(p, expression, 'list', PRINTABLE);
  return {
    type: 'interpolation',
    source: p.source,
    start: open.start,
    end: close.end,
    children: [],
    expression,
    escaped: escapedExpression(p, expression),
    outputFormat: p.outputFormat,
    autoEscape: p.autoEscaping,
  };
}

/** The expression with the innermost `#escape` applied to it. */
export function escapedExpression(p: Parser, expression: Expression): Expression {
  const escape = p.escapes.at(-1);
  p.usedContext.escapes = true;
  return escape === undefined
    ? expression
    : withIdentifierReplaced(escape.expression, escape.variable, expression, p.cloneBudget);
}

function parseNumericInterpolation(p: Parser, open: Token): NumericInterpolationElement {
  const expression = parseExpression(p);
  onlyNumber(p, expression);
  const format = p.accept(T.SEMICOLON) === undefined ? undefined : p.expect(T.ID, 'a format such as m2M4');
  const close = p.expect(T.CLOSE_CURLY, '"}"');
  return {
    type: 'numeric-interpolation',
    source: p.source,
    start: open.start,
    end: close.end,
    children: [],
    expression,
    fractionDigits: format === undefined ? undefined : fractionDigits(p, format),
    outputFormat: p.outputFormat,
    autoEscape: p.autoEscaping,
  };
}

/** Reads `m2`, `M4` or `m2M4`: the least and the most fraction digits. */
function fractionDigits(p: Parser, format: Token): { min: number; max: number } {
  const groups =
    /^(?:m(?<min>\d{1,9}))?(?:M(?<max>\d{1,9}))?$/.exec(format.image)?.groups ??
    /^M(?<max>\d{1,9})m(?<min>\d{1,9})$/.exec(format.image)?.groups;
  if (groups === undefined) p.fail(`Invalid format specifier ${format.image}`, format);
  const min = groups['min'] === undefined ? undefined : Number(groups['min']);
  const max = groups['max'] === undefined ? min : Number(groups['max']);
  if (max === undefined) p.fail('At least one of m and M must be specified.', format);
  if ((min ?? 0) > max) p.fail('The minimum of fraction digits is greater than the maximum.', format);
  if (max > 50) p.fail('Cannot specify more than 50 fraction digits', format);
  return { min: min ?? 0, max };
}
