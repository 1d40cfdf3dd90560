import type { BuiltInExpression } from '../../ast/expressions.ts';
import { fromMarkup, fromPlainText, markupOf } from '../../output-formats/markup.ts';
import { toStringOrMarkup } from '../../runtime/coercion.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { MarkupValue } from '../../values/value.ts';
import { builtIn } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { target } from '../targets.ts';

/** Built-ins about markup of the current output format. */
export const markup = [
  converter(fromPlainText, {
    name: 'esc',
    doc: 'Escaped for the current output format.',
    example: { template: '<#ftl output_format="HTML" auto_esc=false>${"a<b"?esc}', output: 'a&lt;b' },
    gives: 'string',
  }),
  converter(fromMarkup, {
    name: 'no_esc',
    doc: 'As markup of the current output format, without escaping.',
    example: { template: '<#ftl output_format="HTML">${"<br>"?no_esc}', output: '<br>' },
    gives: 'markup',
    json: { asValue: true },
  }),
  builtIn({
    name: 'markup_string',
    doc: 'The markup as a string.',
    example: { template: '<#ftl output_format="HTML">${"<br>"?no_esc?markup_string?length}', output: '4' },
    since: '2.3.24',
    on: target('markup', (value, _env, node) => {
      if (value instanceof MarkupValue) return value;
      throw wrongType(node.target, value, 'markup output');
    }),
    gives: 'string',
    evaluate: (value) => markupOf(value),
  }),
];

function converter(convert: (format: string, text: string) => MarkupValue, facts: BuiltInFacts): BuiltIn {
  return builtIn({
    since: '2.3.24',
    syntax: 'markup',
    ...facts,
    on: target('markup', (value, env, node) => toStringOrMarkup(value, node.target, env)),
    evaluate: (value, env, node) => {
      const format = node.outputFormat;
      if (typeof value === 'string') return convert(format, value);
      if (value.format === format) return value;
      if (value.plain === undefined) throw cannotConvert(value, node, env);
      return fromPlainText(format, value.plain);
    },
  });
}

function cannotConvert(value: MarkupValue, node: BuiltInExpression, env: Environment): Error {
  return env.failure(
    'type-mismatch',
    `The left side operand of ?${node.name} is in ${value.format} format, which differs from the current output ` +
      `format, ${node.outputFormat}. Conversion wasn't possible.`,
  );
}
