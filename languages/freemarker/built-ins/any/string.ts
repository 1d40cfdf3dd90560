import type { BuiltInExpression } from '../../ast/expressions.ts';
import { missingValue } from '../../errors/runtime-errors.ts';
import { toPlainText, withPlace } from '../../runtime/coercion.ts';
import { dateFormatFor, formatDate } from '../../runtime/date-formatting.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { booleanOf, DateValue, HashView, isNumber, MultiValue, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtInFunction } from '../built-in.ts';
import { further, optional, printed } from '../parameters.ts';
import { target } from '../targets.ts';

/** `?string`: as text in the current format, or in the one given as `?string(format)` or `?string.format`. */
export const formatting = [
  builtInFunction({
    name: 'string',
    doc: 'As a string, in the given format.',
    example: { template: '${1234.5?string("0.00")} ${true?string("on", "off")}', output: '1234.50 on' },
    on: target(['number', 'date', 'boolean', 'string'], (value: Value, env, node) => {
      // The current format has to be one, even where another is asked for.
      if (value instanceof DateValue && value.kind !== 'unknown')
        dateFormatFor(value.kind, undefined, node.target, env);
      else if (isNumber(value)) withPlace(env.current, () => env.currentNumberFormat);
      return value;
    }),
    // A number or date takes a format, a boolean two texts.
    parameters: [optional(printed('format')), further],
    gives: 'string',
    json: { inString: 'formats', asValue: true },
    isCommon: true,
    evaluate: formatterOf,
    call: (value, args, env, node) => {
      const format = formatFunction(value, env, node);
      if (format === undefined) throw wrongType(node, formatterOf(value, env, node), 'method');
      return format(args);
    },
  }),
];

/** What `?string` alone gives: a string that is a function and a hash of formats too. */
function formatterOf(value: Value, env: Environment, node: BuiltInExpression): Value {
  const method = formatFunction(value, env, node);
  if (method === undefined) return stringOf(value) ?? asText(value, env, node);
  const flag = isNumber(value) ? undefined : booleanOf(value);
  if (flag !== undefined) return new MultiValue({ string: booleanText(flag, env), method });
  const hash = new Formats(method);
  if (value instanceof DateValue && value.kind !== 'unknown') {
    // The format is the one that holds here, whatever the settings are when the text is read.
    const format = dateFormatFor(value.kind, undefined, node.target, env);
    return new LazyText(() => format.format(value.time), method, hash);
  }
  return new LazyText(() => asText(value, env, node), method, hash);
}

/** A formatted value whose default text is made only when something reads it: it may not have one. */
class LazyText extends MultiValue {
  readonly #make: () => string;
  #text: string | undefined;

  constructor(make: () => string, method: (args: readonly Value[]) => Value, hash: HashView) {
    super({ method, hash });
    this.#make = make;
    Object.defineProperty(this, 'string', { get: () => (this.#text ??= this.#make()) });
  }
}

class Formats extends HashView {
  readonly #format: (args: readonly Value[]) => Value;

  constructor(format: (args: readonly Value[]) => Value) {
    super();
    this.#format = format;
  }

  override get(key: string): Value {
    return this.#format([key]);
  }

  override keys(): undefined {
    return undefined;
  }
}

function asText(value: Value, env: Environment, node: BuiltInExpression): string {
  if (isNumber(value)) return env.formatNumber(value);
  if (value instanceof DateValue) return formatDate(value, env.current, env);
  return toPlainText(value, node.target, env);
}

function booleanText(value: boolean, env: Environment): string {
  const { booleanFormat } = env.settings;
  return booleanFormat === 'true,false' ? String(value) : env.formatBoolean(value);
}

/** The function that `?string` is for the value; undefined for values that have only one text. */
function formatFunction(
  value: Value,
  env: Environment,
  node: BuiltInExpression,
): ((args: readonly Value[]) => Value) | undefined {
  if (value == null) throw missingValue(node.target);
  if (isNumber(value)) {
    return (args) => env.numberFormatNamed(oneFormat(args, env, node)).format(value);
  }
  if (value instanceof DateValue) {
    return (args) =>
      dateFormatFor(value.kind, oneFormat(args, env, node), node.target, env).format(value.time);
  }
  if (stringOf(value) !== undefined) return undefined;
  const flag = booleanOf(value);
  if (flag === undefined) throw wrongType(node.target, value, 'number, date, boolean or string');
  return (args) => {
    if (args.length !== 2) throw env.failure('invalid-argument', '?string of a boolean needs 2 arguments.');
    return args[flag ? 0 : 1];
  };
}

function oneFormat(args: readonly Value[], env: Environment, node: BuiltInExpression): string {
  if (args.length !== 1)
    throw env.failure('invalid-argument', `?${node.name} needs 1 argument(s), the format.`);
  return stringOf(args[0]) ?? toPlainText(args[0], node.target, env);
}
