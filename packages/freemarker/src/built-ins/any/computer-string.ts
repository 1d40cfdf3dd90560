import type { BuiltInExpression } from '../../ast/expressions.ts';
import { missingValue } from '../../errors/runtime-errors.ts';
import { formatForComputer } from '../../number-format/index.ts';
import { computerFormatName } from '../../runtime/environment.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { shortText } from '../../values/decimal.ts';
import { smallText } from '../../values/small-numbers.ts';
import { booleanOf, isNumber, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn } from '../built-in.ts';
import { escapeScript } from '../string/script-escaping.ts';
import { anyOf } from '../targets.ts';

/** Built-ins that print for computers: independent of locale and of the formats that people like. */
export const computerStrings = [
  builtIn({
    name: 'c',
    doc: 'For computers: 1234.5 whatever the locale, true or false.',
    example: { template: '${1234567.5?c} ${(1 < 2)?c}', output: '1234567.5 true' },
    since: '2.3.3',
    takesSince: { string: '2.3.32' },
    on: anyOf('number', 'boolean', 'string'),
    gives: 'string',
    json: { inString: 'safe', asValue: true },
    isCommon: true,
    evaluate: computerString,
  }),
  builtIn({
    name: 'cn',
    doc: 'Like ?c, but a missing value prints as null.',
    example: { template: '${nobody?cn}', output: 'null' },
    since: '2.3.32',
    on: anyOf('number', 'boolean', 'string'),
    gives: 'string',
    json: { inString: 'safe', asValue: true },
    evaluate: (value, env, node) => {
      if (value != null) return computerString(value, env, node);
      return env.settings.cFormat === 'XS' ? '' : 'null';
    },
  }),
];

function computerString(value: Value, env: Environment, node: BuiltInExpression): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if ((value | 0) === value) return value < 0 ? String(value) : smallText(value);
    // The shortest text of a double is its ?c text, unless that has an exponent or too many fraction digits.
    const size = value < 0 ? -value : value;
    if (size < 1e15 && size >= 1e-6) {
      const text = shortText(value) ?? String(value);
      if (text.length < 17) return text;
    }
  }
  const { incompatibleImprovements } = env.context.parseSettings;
  if (incompatibleImprovements < 2_003_021 && (value === Infinity || value === -Infinity)) {
    return value > 0 ? '∞' : '-∞';
  }
  if (isNumber(value)) return formatForComputer(value, computerFormatName(env.settings.cFormat));
  const flag = booleanOf(value);
  if (flag !== undefined) return String(flag);
  if (env.context.parseSettings.version < 2_003_032) throw wrongType(node.target, value, 'number or boolean');
  const text = stringOf(value);
  if (value == null) throw missingValue(node.target);
  if (text === undefined) throw wrongType(node.target, value, 'number, boolean, or string');
  return quoted(text, env.settings.cFormat);
}

/** A string as a literal of the target language; XML Schema and the old format have none. */
function quoted(text: string, format: string): string {
  switch (format) {
    case 'XS':
      return text;
    case 'Java':
      return `"${escapeScript(text, 'java')}"`;
    case 'JavaScript':
      // Inside quotation marks an apostrophe needs no escape.
      return `"${escapeScript(text, 'javascript').replaceAll("\\'", "'")}"`;
    default:
      return `"${escapeScript(text, 'json')}"`;
  }
}
