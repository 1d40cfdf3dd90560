import { elementsIn } from '../../analysis/expression-children.ts';
import type { OwnVariable } from '../../analysis/template-scope.ts';
import type { Element } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { builtInNamed } from '../../built-ins/registry.ts';
import { kindOf, variablePath, type KnownVariables, type ValueKind } from '../../analysis/value-kinds.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { appendBuiltIn, replacement } from '../edits.ts';
import type { JsonPlace } from '../json-context.ts';

/**
 * In JSON: numbers and timestamps need `?c`, or they print with digit grouping; strings inside quotes need
 * `?json_string`, or a quote in the data breaks the payload.
 */
export const jsonOutput: Rule = function* ({ places, known, isJson, facts }) {
  if (!isJson) return;
  for (const [interpolation, place] of places) {
    if (interpolation.type !== 'interpolation' || place === 'unknown') continue;
    const { expression } = interpolation;
    if (expression.type === 'identifier' && place === 'in-string' && facts.escaped.has(expression.name))
      continue;
    const kind = kindOf(expression, known);
    let found: Diagnostic | undefined;
    if (kind === 'number' || kind === 'timestamp')
      found = !facts.printsPlainNumbers ? numberWithoutC(expression, kind, place) : undefined;
    else
      found = place === 'in-string' ? checkInString(expression, kind, known) : checkAsValue(expression, kind);
    if (found !== undefined) yield found;
  }
};

/** Of the names that a part of a template assigns to: which hold what was escaped, and which something else. */
export function assignedNames(
  root: Element,
  known: KnownVariables,
  own: readonly OwnVariable[],
): { readonly escaped: ReadonlySet<string>; readonly others: ReadonlySet<string> } {
  const escaped = new Set<string>();
  const others = new Set(own.filter(({ origin }) => origin !== 'assign').map(({ name }) => name));
  for (const element of elementsIn(root)) {
    if (element.type === 'block-assign') others.add(element.name);
    if (element.type !== 'assign') continue;
    for (const { name, operator, value } of element.assignments) {
      if (operator === '=' && value !== undefined && isSafeInString(value, known)) escaped.add(name);
      else others.add(name);
    }
  }
  return { escaped, others };
}

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

function checkInString(
  expression: Expression,
  kind: ValueKind,
  known: KnownVariables,
): Diagnostic | undefined {
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
  if ((kind !== 'string' && kind !== 'unknown') || isSafeInString(expression, known)) return undefined;
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

/** The `?json_string` on which further built-ins of the expression work. */
function escapedEarlier(expression: Expression): (Expression & { type: 'built-in' }) | undefined {
  const target = expression.type === 'call' || expression.type === 'built-in' ? expression.target : undefined;
  if (target?.type === 'built-in' && target.name === 'json_string') return target;
  return target && escapedEarlier(target);
}

function checkAsValue(expression: Expression, kind: ValueKind): Diagnostic | undefined {
  if (kind !== 'string' || isJsonText(expression)) return undefined;
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
      return /^(?:true|false|null|[-\d.]+|[[{"].*)$/s.test(expression.value);
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

function isSafeInString(expression: Expression, known: KnownVariables): boolean {
  const isSafe = (part: Expression): boolean => isSafeInString(part, known);
  const kind = kindOf(expression, known);
  if (kind === 'number' || kind === 'boolean' || kind === 'timestamp' || kind === 'date') return true;
  switch (expression.type) {
    case 'string':
      return expression.parts === undefined && !/["\\\n\r\t]/.test(expression.value);
    case 'parenthetical':
      return isSafe(expression.inner);
    case 'default':
      return isSafe(expression.target) && (expression.fallback === undefined || isSafe(expression.fallback));
    case 'add':
      return isSafe(expression.left) && isSafe(expression.right);
    case 'built-in':
      return isSafeBuiltIn(expression, known);
    case 'call':
      return isSafeCall(expression, known);
    case 'dynamic-key':
      return isFormatted(expression.target, known);
    case 'identifier':
      return isServiceValue(variablePath(expression));
    case 'dot':
      return isServiceValue(variablePath(expression)) || isFormatted(expression.target, known);
    default:
      return false;
  }
}

function isSafeBuiltIn(expression: Expression & { type: 'built-in' }, known: KnownVariables): boolean {
  const isSafe = (part: Expression): boolean => isSafeInString(part, known);
  const { target } = expression;
  const builtIn = builtInNamed(expression.name);
  if (builtIn?.chooses !== undefined) return builtIn.chooses(expression.arguments ?? []).every(isSafe);
  switch (builtIn?.json?.inString) {
    case 'safe':
      return true;
    case 'keeps':
      return isSafe(target) && escapedEarlier(expression) === undefined;
    case 'formats':
      return kindOf(target, known) !== 'unknown' && kindOf(target, known) !== 'string';
    case undefined:
      return false;
  }
}

/** ?string('0.0'), ?string.short: what formats something else than a string gives nothing to escape. */
const isFormatted = (target: Expression, known: KnownVariables): boolean =>
  target.type === 'built-in' &&
  builtInNamed(target.name)?.json?.inString === 'formats' &&
  kindOf(target.target, known) !== 'string';

function isSafeCall(expression: Expression & { type: 'call' }, known: KnownVariables): boolean {
  const { target } = expression;
  if (variablePath(target)?.[0] === 'utils') return true;
  if (target.type !== 'built-in') return false;
  return builtInNamed(target.name)?.json?.inString === 'safe' || isFormatted(target, known);
}

/** Identifiers and host names of the service hold no characters to escape. */
function isServiceValue(path: readonly string[] | undefined): boolean {
  const name = path?.join('.');
  return name === 'tenant_id' || name === 'system.domain' || name === 'system.podscape';
}
