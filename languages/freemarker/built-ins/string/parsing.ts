import { OperationError, runtimeError } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { absoluteName, resolveTemplateName } from '../../runtime/template-names.ts';
import { Decimal, fromDecimal, parseDecimal } from '../../values/decimal.ts';
import { exactNumber, JsonSyntaxError, parseJson } from '../../values/json.ts';
import { MultiValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { onString, stringArgument } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import { toPlainText } from '../../runtime/coercion.ts';

/** Built-ins that read a value from a string. */
export const stringParsing = {
  number: onString((text, env) => {
    const value = parseNumber(text, env.limits.digits);
    if (value === undefined) {
      throw env.failure('invalid-argument', `Can't convert this string to number: "${text}"`);
    }
    return value;
  }),
  boolean: onString((text, env, node) => {
    if (text === 'true' || text === 'false') return text === 'true';
    const { booleanFormat } = env.settings;
    const comma = booleanFormat.indexOf(',');
    if (comma >= 0 && text === booleanFormat.slice(0, comma)) return true;
    if (comma >= 0 && text === booleanFormat.slice(comma + 1)) return false;
    throw runtimeError('invalid-argument', `Can't convert this string to boolean: "${text}"`, node);
  }),
  eval_json: onString((text, _env, node) => {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      throw runtimeError(
        'invalid-argument',
        `Failed to "?eval_json" string with this error:\n${error.message}`,
        node,
      );
    }
  }),
  absolute_template_name: {
    prepare: (value, env, node) => toPlainText(value, node.target, env),
    evaluate: (path, env, node) =>
      new MultiValue({
        string: absolute(node.source.name, path, env),
        method: (args) => absolute(stringArgument(args, 0, env, node), path, env),
      }),
    call: (path, args, env, node) => absolute(stringArgument(args, 0, env, node), path, env),
  } satisfies BuiltIn<string>,
};

function absolute(base: string, path: string, env: Environment): string {
  return absoluteName(resolveTemplateName(base.replace(/^\//, ''), path, env));
}

/** What `new BigDecimal(text)` reads, and XML Schema's names of the special doubles. */
function parseNumber(text: string, maxDigits: number): Value {
  switch (text) {
    case 'NaN':
      return NaN;
    case 'INF':
    case 'Infinity':
      return Infinity;
    case '-INF':
    case '-Infinity':
      return -Infinity;
  }
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return undefined;
  if (text.length > maxDigits || Math.abs(decimal.scale) > maxDigits) {
    throw new OperationError('limit-digits', `A number has more than ${maxDigits} digits.`);
  }
  if (/[eE]/.test(text)) return decimal.scale >= 0 ? fromDecimal(decimal) : whole(decimal);
  return /^[+.]|\.$|^-\.|0$/.test(text) && text.includes('.') ? fromDecimal(decimal) : exactNumber(text);
}

function whole({ unscaled, scale }: Decimal): Value {
  return fromDecimal(new Decimal(unscaled * 10n ** BigInt(-scale), 0));
}
