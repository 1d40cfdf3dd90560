import { kindOf, variablePath, type KnownVariables } from '../analysis/value-kinds.ts';
import { childExpressions } from '../analysis/expression-children.ts';
import type { Element, UserDirectiveElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { builtInNamed } from '../built-ins/registry.ts';

/** What is known while it is asked whether a text needs escaping. */
export interface SafeContext {
  readonly known: KnownVariables;
  /** Variables that only ever hold what needs none, and functions that only give such, as `name()`. */
  readonly safe: ReadonlySet<string>;
}

/** Special variables that hold names and numbers of the engine. */
const PLAIN_SPECIALS: ReadonlySet<string> = new Set([
  ...[
    'version',
    'incompatible_improvements',
    'locale',
    'lang',
    'time_zone',
    'output_format',
    'output_encoding',
  ],
]);

/** Characters that end or break a string of JSON. */
// eslint-disable-next-line no-control-regex
const BREAKING = /["\\\u0000-\u001f]/;

/** Whether a text in JSON quotes stays one, whatever the data: it was escaped, or holds nothing to escape. */
export function isSafeInString(expression: Expression, context: SafeContext): boolean {
  const isSafe = (part: Expression): boolean => isSafeInString(part, context);
  const { known, safe } = context;
  const kind = kindOf(expression, known);
  if (kind === 'number' || kind === 'boolean' || kind === 'timestamp' || kind === 'date') return true;
  if (expression.type !== 'string' && isConstant(expression)) return !holdsBreaking(expression);
  switch (expression.type) {
    case 'string':
      return expression.parts === undefined
        ? !BREAKING.test(expression.value)
        : expression.parts.every((part) =>
            typeof part === 'string' ? !BREAKING.test(part) : isSafe(part.expression),
          );
    case 'parenthetical':
      return isSafe(expression.inner);
    case 'default':
      return isSafe(expression.target) && (expression.fallback === undefined || isSafe(expression.fallback));
    case 'add':
      return isSafe(expression.left) && isSafe(expression.right);
    case 'built-in':
      return isSafeBuiltIn(expression, context);
    case 'call':
      return isSafeCall(expression, context);
    case 'dynamic-key':
      return isFormatted(expression.target, known) || holdsSafe(expression.target, context);
    case 'special-variable':
      return PLAIN_SPECIALS.has(expression.name);
    case 'identifier':
      return safe.has(expression.name) || isServiceValue(expression) || isCounter(expression.name, known);
    case 'dot':
      return (
        isServiceValue(expression) ||
        isFormatted(expression.target, known) ||
        holdsSafe(expression.target, context)
      );
    default:
      return false;
  }
}

/** Whether all that a list or hash holds is safe. */
export function holdsSafe(expression: Expression, context: SafeContext): boolean {
  const isSafe = (part: Expression): boolean => isSafeInString(part, context) || holdsSafe(part, context);
  switch (expression.type) {
    case 'list':
      return expression.items.every(isSafe);
    case 'hash':
      return expression.keys.every(isSafe) && expression.values.every(isSafe);
    case 'identifier':
      return context.safe.has(expression.name);
    case 'parenthetical':
      return holdsSafe(expression.inner, context);
    case 'add':
      return holdsSafe(expression.left, context) && holdsSafe(expression.right, context);
    case 'dot':
    case 'dynamic-key':
      return holdsSafe(expression.target, context);
    case 'default':
      return (
        holdsSafe(expression.target, context) &&
        (expression.fallback === undefined || isSafe(expression.fallback))
      );
    case 'call':
      return expression.target.type === 'built-in' && keepsItems(expression.target.name)
        ? holdsSafe(expression.target.target, context)
        : isSafeFunction(expression, context);
    case 'built-in': {
      const [mapped] = expression.arguments ?? [];
      if (expression.name === 'map') return mapped?.type === 'lambda' && isSafe(mapped.body);
      return keepsItems(expression.name) && holdsSafe(expression.target, context);
    }
    default:
      return false;
  }
}

/** Whether a built-in returns a list that contains only items of its target. */
const keepsItems = (name: string): boolean => builtInNamed(name)?.items === 'all';

function isSafeBuiltIn(expression: Expression & { type: 'built-in' }, context: SafeContext): boolean {
  const isSafe = (part: Expression): boolean => isSafeInString(part, context);
  const { target, name } = expression;
  const builtIn = builtInNamed(name);
  if (builtIn?.items === 'one') return holdsSafe(target, context);
  if (builtIn?.chooses !== undefined) return builtIn.chooses(expression.arguments ?? []).every(isSafe);
  switch (builtIn?.json?.inString) {
    case 'safe':
      return true;
    case 'keeps':
      return isSafe(target) && escapedEarlier(expression) === undefined;
    case 'formats':
      return kindOf(target, context.known) !== 'unknown' && kindOf(target, context.known) !== 'string';
    // Without a call there are no arguments, which these built-ins need.
    case 'adds':
    case undefined:
      return false;
  }
}

function isSafeCall(expression: Expression & { type: 'call' }, context: SafeContext): boolean {
  const { target } = expression;
  if (variablePath(target)?.[0] === 'utils' || isSafeFunction(expression, context)) return true;
  if (target.type !== 'built-in') return false;
  const isGivenByAuthor = expression.arguments.every(
    (part) => isConstant(part) || isSafeInString(part, context),
  );
  if (target.name === 'join') return holdsSafe(target.target, context) && isGivenByAuthor;
  if (target.name === 'replace') return keepsOnlySafe(expression);
  const inString = builtInNamed(target.name)?.json?.inString;
  if (inString === 'adds') return isSafeInString(target.target, context) && isGivenByAuthor;
  return inString === 'safe' || isFormatted(target, context.known);
}

/** `?replace("[^A-Za-z0-9]+", "-", "r")`: nothing else is left than letters, digits and the like. */
function keepsOnlySafe({ arguments: [pattern, by, flags] }: Expression & { type: 'call' }): boolean {
  if (pattern?.type !== 'string' || by?.type !== 'string' || flags?.type !== 'string') return false;
  if ([pattern, by, flags].some(({ parts }) => parts !== undefined)) return false;
  const isForAll = flags.value.includes('r') && !flags.value.includes('f');
  return isForAll && ALL_BUT_PLAIN.test(pattern.value) && !BREAKING.test(by.value);
}

/** A class of all characters but some that are plain; ranges are those of letters and digits alone. */
const ALL_BUT_PLAIN = /^\[\^(?:A-Z|a-z|0-9|\\[wd]|[\w .:@])+-?\]\+?$/;

/** Whether it consists only of text written in the template, whatever the data. */
export function isConstant(expression: Expression): boolean {
  switch (expression.type) {
    case 'identifier':
    case 'special-variable':
    case 'lambda':
    case 'error-expression':
      return false;
    case 'built-in':
      return !READING.has(expression.name) && childExpressions(expression).every(isConstant);
    default:
      return childExpressions(expression).every(isConstant);
  }
}

const holdsBreaking = (expression: Expression): boolean =>
  (expression.type === 'string' && BREAKING.test(expression.value)) ||
  childExpressions(expression).some(holdsBreaking);

/** Built-ins that evaluate a text, which may read anything. */
const READING: ReadonlySet<string> = new Set(['eval', 'eval_json', 'interpret', 'new']);

function isSafeFunction({ target }: Expression & { type: 'call' }, { safe }: SafeContext): boolean {
  return target.type === 'identifier' && safe.has(`${target.name}()`);
}

/** ?string('0.0'), ?string.short: what formats something else than a string gives nothing to escape. */
const isFormatted = (target: Expression, known: KnownVariables): boolean =>
  target.type === 'built-in' &&
  builtInNamed(target.name)?.json?.inString === 'formats' &&
  kindOf(target.target, known) !== 'string';

/** The `?json_string` on which further built-ins of the expression work. */
export function escapedEarlier(expression: Expression): (Expression & { type: 'built-in' }) | undefined {
  const target = expression.type === 'call' || expression.type === 'built-in' ? expression.target : undefined;
  if (target?.type === 'built-in' && target.name === 'json_string') return target;
  return target && escapedEarlier(target);
}

/** `x_index` and `x_has_next` for the loop variable `x`. */
export function isCounter(name: string, known: KnownVariables): boolean {
  const of = /^(.+)_(?:index|has_next)$/u.exec(name)?.[1];
  return of !== undefined && known.own.has(of);
}

/** Identifiers and host names of the service hold no characters to escape. */
function isServiceValue(expression: Expression): boolean {
  const name = variablePath(expression)?.join('.');
  return name === 'tenant_id' || name === 'system.domain' || name === 'system.podscape';
}

/** Whether all that elements print is safe. */
export function isSafeContent(elements: readonly Element[], context: SafeContext): boolean {
  return elements.every((element) => {
    switch (element.type) {
      case 'part':
        return isSafeContent([element.root], context);
      case 'text':
        return !BREAKING.test(element.text);
      case 'interpolation':
        return isSafeInString(element.escaped, context);
      case 'numeric-interpolation':
      case 'macro':
      case 'block-assign':
        return true;
      case 'nested':
        // What a call has between its tags is looked at where the call is.
        return true;
      case 'user-directive':
        return isSafeDirective(element, context) && isSafeContent(element.children, context);
      case 'include':
      case 'transform':
      case 'node-directive':
      case 'error':
        return false;
      default:
        return isSafeContent(element.children, context);
    }
  });
}

/** A macro that prints nothing else, or a directive that changes whitespace or adds escaping. */
function isSafeDirective({ callee }: UserDirectiveElement, { safe }: SafeContext): boolean {
  if (callee.type !== 'identifier') return false;
  return safe.has(`${callee.name}()`) || /^(?:compress|html_escape|xml_escape)$/.test(callee.name);
}
