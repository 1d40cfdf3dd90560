import { OperationError, runtimeError } from '../../errors/runtime-errors.ts';
import { absoluteName } from '../../runtime/template-names.ts';
import { Decimal, fromDecimal, parseDecimal } from '../../values/decimal.ts';
import { exactNumber, JsonSyntaxError, parseJson } from '../../values/json.ts';
import { latinDigits } from '../../values/script-digits.ts';
import { MultiValue, stringOf } from '../../values/value.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { badArgument, text } from '../parameters.ts';
import { strings } from '../targets.ts';

/** Built-ins that read a value from a string. */
export const stringParsing = [
  builtIn({
    name: 'number',
    doc: 'Read as a number.',
    example: { template: '${"2.5"?number * 2}', output: '5' },
    on: strings,
    gives: 'number',
    evaluate: (source, env) => {
      const value = parseNumber(latinDigits(source), env.limits.digits);
      if (value !== undefined) return value;
      throw env.failure('invalid-argument', `Can't convert this string to number: "${source}"`);
    },
  }),
  builtIn({
    name: 'boolean',
    doc: 'The string "true" or "false" as a boolean.',
    example: { template: '<#if "true"?boolean>yes</#if>', output: 'yes' },
    since: '2.3.20',
    on: strings,
    gives: 'boolean',
    evaluate: (source, env, node) => {
      if (source === 'true' || source === 'false') return source === 'true';
      const { booleanFormat } = env.settings;
      const comma = booleanFormat.indexOf(',');
      if (comma >= 0 && source === booleanFormat.slice(0, comma)) return true;
      if (comma >= 0 && source === booleanFormat.slice(comma + 1)) return false;
      throw runtimeError('invalid-argument', `Can't convert this string to boolean: "${source}"`, node);
    },
  }),
  builtIn({
    name: 'eval_json',
    doc: 'The value of the string as JSON.',
    example: { template: '${\'{"a": [1, 2]}\'?eval_json.a[1]}', output: '2' },
    since: '2.3.31',
    on: strings,
    json: { asValue: true },
    evaluate: (source, env, node) => {
      let values = 0;
      try {
        return parseJson(source, () => {
          env.step();
          env.checkLength(++values);
        });
      } catch (error) {
        if (!(error instanceof JsonSyntaxError)) throw error;
        throw runtimeError(
          'invalid-argument',
          `Failed to "?eval_json" string with this error:\n${error.message}`,
          node,
        );
      }
    },
  }),
  builtInFunction({
    name: 'absolute_template_name',
    doc: 'The template name made absolute.',
    example: { template: '${"foot.ftl"?absolute_template_name("/mail/head.ftl")}', output: '/mail/foot.ftl' },
    since: '2.3.22',
    on: strings,
    parameters: [text('base')],
    gives: 'string',
    evaluate: (path, env, node) =>
      new MultiValue({
        string: absoluteName(baseFor(node.source.name, env), path),
        method: ([given]) => {
          const base = stringOf(given);
          if (base === undefined) throw badArgument(0, 'a string', env, node);
          return absoluteName(baseFor(base, env), path);
        },
      }),
    call: (path, [base], env) => absoluteName(baseFor(base, env), path),
  }),
];

/** What `new BigDecimal(text)` reads (of digits that are those of any script), and XML Schema's names of the special doubles. */
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

/** Classic templates name from the root. */
function baseFor(name: string, env: Environment): string {
  return env.isClassicCompatible ? '' : name;
}
