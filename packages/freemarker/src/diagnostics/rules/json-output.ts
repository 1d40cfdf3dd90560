import type { Element } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { builtInNamed } from '../../built-ins/registry.ts';
import { childExpressions } from '../../analysis/expression-children.ts';
import type { OwnVariable } from '../../analysis/template-scope.ts';
import { kindOf, type KnownVariables, type ValueKind } from '../../analysis/value-kinds.ts';
import { SERVICE_VARIABLES } from '../../variables/service-variables.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { appendBuiltIn, replacement } from '../edits.ts';
import type { JsonPlace } from '../json-context.ts';
import { escapedEarlier, isConstant, isSafeInString } from '../safe-text.ts';

/**
 * In JSON: numbers and timestamps need `?c`, or they print with digit grouping; strings inside quotes need
 * `?json_string`, or a quote in the data breaks the payload.
 */
export const jsonOutput: Rule = function* ({ places, known, isJson, facts, own }) {
  if (!isJson) return;
  for (const [interpolation, place] of places) {
    if (interpolation.type !== 'interpolation' || place === 'unknown') continue;
    const { expression, escaped } = interpolation;
    if (facts.usesOthers && isOfAnother(expression, own, known)) continue;
    const kind = kindOf(expression, known);
    let found: Diagnostic | undefined;
    if (kind === 'number' || kind === 'timestamp')
      found = !facts.printsPlainNumbers ? numberWithoutC(expression, kind, place) : undefined;
    else
      found =
        place !== 'in-string'
          ? checkAsValue(expression, kind)
          : isSafeInString(escaped, { known, safe: facts.safe })
            ? undefined
            : checkInString(expression, kind);
    if (found !== undefined) yield found;
  }
};

/** Whether it is made with what another template defines, which may have escaped it. */
function isOfAnother(expression: Expression, own: readonly OwnVariable[], known: KnownVariables): boolean {
  if (expression.type === 'identifier') {
    const { name } = expression;
    const isOffered = known.own.has(name) || isDescribed(name, known);
    return own.some((variable) => variable.name === name && variable.origin === 'namespace') || !isOffered;
  }
  return childExpressions(expression).some((child) => isOfAnother(child, own, known));
}

const isDescribed = (name: string, { models, sample }: KnownVariables): boolean =>
  SERVICE_VARIABLES.some((variable) => variable.name === name) ||
  models.some((model) => model.name === name || model.columns.some((column) => column.name === name)) ||
  (typeof sample === 'object' && sample !== null && Object.hasOwn(sample, name));

/** Whether the element sets a number format that does not group digits; undefined for one that sets none. */
export function setsPlainNumbers(element: Element): boolean | undefined {
  if (element.type !== 'setting' || element.name !== 'number_format' || element.value.type !== 'string')
    return undefined;
  return !/,|^(?:number|currency|percent)$/.test(element.value.value);
}

function numberWithoutC(expression: Expression, kind: 'number' | 'timestamp', place: JsonPlace): Diagnostic {
  const example = kind === 'timestamp' ? '1,700,000,000,123' : '1,234.5';
  return {
    start: expression.start,
    end: expression.end,
    code: 'number-without-c',
    // In a text for people, digits in groups may be wanted; in a value or a timestamp they never are.
    severity: kind === 'number' && place === 'in-string' ? 'info' : 'warning',
    message: `This ${kind} is printed for people, like ${example}. Add ?c to print it for computers.`,
    fixes: [appendBuiltIn(expression, '?c')],
  };
}

function checkInString(expression: Expression, kind: ValueKind): Diagnostic | undefined {
  const range = { start: expression.start, end: expression.end };
  if (expression.type === 'built-in' && expression.name === 'js_string') {
    return {
      ...range,
      code: 'wrong-escaping',
      severity: 'warning',
      message: "?js_string writes \\' for an apostrophe, which JSON does not allow. Use ?json_string.",
      fixes: [
        {
          title: 'Use ?json_string',
          edits: [{ start: expression.nameStart, end: expression.nameEnd, text: 'json_string' }],
        },
      ],
    };
  }
  if (kind !== 'string' && kind !== 'unknown') return undefined;
  const inner = escapedEarlier(expression);
  if (inner !== undefined) {
    return {
      ...range,
      code: 'wrong-escaping',
      severity: 'warning',
      message: 'What follows ?json_string may break what it escaped. Put it last.',
      fixes: [
        {
          title: 'Move ?json_string to the end',
          edits: [
            replacement(inner.target.end, inner.end, ''),
            ...appendBuiltIn(expression, '?json_string').edits,
          ],
        },
      ],
    };
  }
  return {
    ...range,
    code: 'string-without-json-string',
    severity: 'warning',
    message: 'A quote, backslash or line break in this value would break the JSON. Add ?json_string.',
    fixes: [appendBuiltIn(expression, '?json_string')],
  };
}

function checkAsValue(expression: Expression, kind: ValueKind): Diagnostic | undefined {
  // What no data change is part of the JSON that the shape of the template is checked as.
  if (kind !== 'string' || isConstant(expression) || isJsonText(expression)) return undefined;
  return {
    start: expression.start,
    end: expression.end,
    code: 'value-without-quotes',
    severity: 'warning',
    message: 'This string is printed as a JSON value without quotes around it.',
    fixes: [],
  };
}

/** A string that may well be a JSON value: a number for computers, or text built by the template itself. */
function isJsonText(expression: Expression): boolean {
  switch (expression.type) {
    case 'built-in':
      return builtInNamed(expression.name)?.json?.asValue === true;
    case 'call':
      return isJsonText(expression.target);
    case 'string':
      // What is constant is part of the JSON that the shape of the template is checked as.
      return (
        expression.parts === undefined || /^(?:true|false|null|[-\d.]+|[[{"].*)$/s.test(expression.value)
      );
    case 'parenthetical':
      return isJsonText(expression.inner);
    case 'default':
      return (
        isJsonText(expression.target) ||
        (expression.fallback !== undefined && isJsonText(expression.fallback))
      );
    case 'identifier':
    case 'add':
      return true;
    default:
      return false;
  }
}
