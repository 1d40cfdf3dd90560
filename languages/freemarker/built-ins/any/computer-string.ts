import type { BuiltInExpression } from '../../ast/expressions.ts';
import { missingValue } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { formatForComputer } from '../../number-format/index.ts';
import { computerFormatName } from '../../runtime/environment.ts';
import type { Environment } from '../../runtime/environment.ts';
import { booleanOf, isNumber, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { escapeScript } from '../string/script-escaping.ts';
import type { BuiltIn } from '../built-in.ts';
import { plain } from '../built-in.ts';

/** Built-ins that print for computers: independent of locale and of the formats that people like. */
export const computerStrings = {
  c: {
    prepare: plain,
    evaluate: (value, env, node) => computerString(value, env, node),
  } satisfies BuiltIn<Value>,
  cn: {
    prepare: plain,
    evaluate: (value, env, node) => {
      if (value != null) return computerString(value, env, node);
      switch (env.settings.cFormat) {
        case 'XS':
          return '';
        default:
          return 'null';
      }
    },
  } satisfies BuiltIn<Value>,
};

function computerString(value: Value, env: Environment, node: BuiltInExpression): string {
  if (typeof value === 'number' && (value | 0) === value) return String(value);
  if (typeof value === 'number') {
    // The shortest text of a double is its ?c text, unless that has an exponent or too many fraction digits.
    const size = value < 0 ? -value : value;
    if (size < 1e15 && size >= 1e-6) {
      const text = String(value);
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
