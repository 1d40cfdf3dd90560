import type { BuiltInExpression } from '../../ast/expressions.ts';
import type { DateFormat } from '../../date-format/index.ts';
import { missingValue } from '../../errors/runtime-errors.ts';
import { toPlainText, withPlace } from '../../runtime/coercion.ts';
import { dateFormatFor, formatDate } from '../../runtime/date-formatting.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import type { Numeric } from '../../values/decimal.ts';
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
    on: target(['number', 'date', 'boolean', 'string'], (value: Value, env) => {
      // The current format has to be one, even where another is asked for.
      if (value instanceof DateValue && value.kind !== 'unknown') dateFormatFor(value.kind, undefined, env);
      else if (isNumber(value) && !env.knowsNumberFormat)
        withPlace(env.current, () => env.currentNumberFormat);
      return value;
    }),
    // A number or date takes a format, a boolean two texts.
    parameters: [optional(printed('format')), further],
    gives: 'string',
    json: { inString: 'formats', asValue: true },
    isCommon: true,
    evaluate: formatterOf,
    call: (value, args, env, node) => {
      if (isNumber(value) || value instanceof DateValue)
        return formatted(value, oneFormat(args, env, node), env);
      const format = formatFunction(value, env, node);
      if (format === undefined) throw wrongType(node, formatterOf(value, env, node), 'method');
      return format(args);
    },
    formatOf: ([format], env) => env.numberFormatNamed(format ?? ''),
    keyed: (value, format, env, node) => {
      if (isNumber(value) || value instanceof DateValue) return formatted(value, format, env);
      throw wrongType(node, formatterOf(value, env, node), 'hash');
    },
    keyedByName: true,
  }),
];

/** What `?string` alone gives: a string that is a function and a hash of formats too. */
function formatterOf(value: Value, env: Environment, node: BuiltInExpression): Value {
  if (value instanceof DateValue) {
    // The format is the one that holds here, whatever the settings are when the text is read.
    const format = value.kind === 'unknown' ? undefined : dateFormatFor(value.kind, undefined, env);
    return new FormattedValue(value, format, env, node);
  }
  if (isNumber(value)) return new FormattedValue(value, undefined, env, node);
  const method = formatFunction(value, env, node);
  if (method === undefined) return stringOf(value) ?? toPlainText(value, node.target, env);
  const flag = booleanOf(value);
  const text = stringOf(value) ?? (flag === undefined ? undefined : booleanText(flag, env));
  return new MultiValue({ ...(text !== undefined && { string: text }), method });
}

/** A number or date whose text is made only when something reads it: it may not have one. */
class FormattedValue extends MultiValue {
  readonly #value: Numeric | DateValue;
  readonly #format: DateFormat | undefined;
  readonly #env: Environment;
  readonly #node: BuiltInExpression;
  #text: string | undefined;

  constructor(
    value: Numeric | DateValue,
    format: DateFormat | undefined,
    env: Environment,
    node: BuiltInExpression,
  ) {
    super(NO_KINDS);
    this.#value = value;
    this.#format = format;
    this.#env = env;
    this.#node = node;
  }

  override get string(): string {
    return (this.#text ??= this.#make());
  }

  override get method(): (args: readonly Value[]) => Value {
    return (args) => formatted(this.#value, oneFormat(args, this.#env, this.#node), this.#env);
  }

  override get hash(): HashView {
    return new Formats((format) => formatted(this.#value, format, this.#env));
  }

  #make(): string {
    const value = this.#value;
    if (!(value instanceof DateValue)) return this.#env.formatNumber(value);
    return this.#format?.format(value.time) ?? formatDate(value, this.#env);
  }
}

const NO_KINDS = {};

class Formats extends HashView {
  readonly #format: (name: string) => Value;

  constructor(format: (name: string) => Value) {
    super();
    this.#format = format;
  }

  override get(key: string): Value {
    return this.#format(key);
  }

  override keys(): undefined {
    return undefined;
  }
}

function booleanText(value: boolean, env: Environment): string {
  const { booleanFormat } = env.settings;
  return booleanFormat === 'true,false' ? String(value) : env.formatBoolean(value);
}

/** A number or date in the format of the name. */
function formatted(value: Numeric | DateValue, format: string, env: Environment): string {
  if (!(value instanceof DateValue)) return env.numberFormatNamed(format).format(value);
  return dateFormatFor(value.kind, format, env).format(value.time);
}

/** The `?string` function of values that aren't numbers or dates; undefined for strings, which have only one text. */
function formatFunction(
  value: Value,
  env: Environment,
  node: BuiltInExpression,
): ((args: readonly Value[]) => Value) | undefined {
  if (value == null) throw missingValue(node.target);
  const flag = booleanOf(value);
  // What is a boolean and a string, as a missing value's ?if_exists, counts as a boolean.
  if (flag === undefined && stringOf(value) !== undefined) return undefined;
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
