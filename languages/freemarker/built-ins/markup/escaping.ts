import type { BuiltInExpression } from '../../ast/expressions.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { fromMarkup, fromPlainText, markupOf } from '../../output-formats/markup.ts';
import { toStringOrMarkup } from '../../runtime/coercion.ts';
import type { Environment } from '../../runtime/environment.ts';
import { MarkupValue } from '../../values/value.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins about markup of the current output format. */
export const markup = {
  esc: converter(fromPlainText),
  no_esc: converter(fromMarkup),
  markup_string: {
    prepare: (value, _env, node) => {
      if (value instanceof MarkupValue) return value;
      throw wrongType(node.target, value, 'markup output');
    },
    evaluate: (value) => markupOf(value),
  } satisfies BuiltIn<MarkupValue>,
};

function converter(convert: (format: string, text: string) => MarkupValue): BuiltIn<string | MarkupValue> {
  return {
    prepare: (value, env, node) => toStringOrMarkup(value, node.target, env),
    evaluate: (value, env, node) => {
      const format = node.outputFormat;
      if (typeof value === 'string') return convert(format, value);
      if (value.format === format) return value;
      if (value.plain === undefined) throw cannotConvert(value, node, env);
      return fromPlainText(format, value.plain);
    },
  };
}

function cannotConvert(value: MarkupValue, node: BuiltInExpression, env: Environment): Error {
  return env.failure(
    'type-mismatch',
    `The left side operand of ?${node.name} is in ${value.format} format, which differs from the current output ` +
      `format, ${node.outputFormat}. Conversion wasn't possible.`,
  );
}
