import type { Environment } from '../../runtime/environment.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { integer, optional, text } from '../parameters.ts';
import { strings } from '../targets.ts';
import { TextSearch } from './text-search.ts';

/** Built-ins that measure strings, look for parts of them or take parts. */
export const stringParts = [
  builtIn({
    name: 'length',
    doc: 'The number of characters.',
    example: { template: '${"Ann"?length}', output: '3' },
    on: strings,
    gives: 'number',
    evaluate: (whole) => whole.length,
  }),
  builtIn({
    name: 'word_list',
    doc: 'The words, as a sequence.',
    example: { template: '${"to  be or"?word_list?join("|")}', output: 'to|be|or' },
    on: strings,
    gives: 'sequence',
    evaluate: splitAtWhitespace,
  }),
  builtInFunction({
    name: 'contains',
    doc: 'Whether the substring occurs.',
    example: { template: '${"piceous"?contains("ice")?c}', output: 'true' },
    since: '2.3.1',
    on: strings,
    parameters: [text('substring')],
    gives: 'boolean',
    call: (whole, [part]) => new TextSearch(part).first(whole) >= 0,
  }),
  builtInFunction({
    name: 'starts_with',
    doc: 'Whether the string starts so.',
    example: { template: '${"redirect"?starts_with("red")?c}', output: 'true' },
    on: strings,
    parameters: [text('substring')],
    gives: 'boolean',
    call: (whole, [part]) => whole.startsWith(part),
  }),
  builtInFunction({
    name: 'ends_with',
    doc: 'Whether the string ends so.',
    example: { template: '${"report.csv"?ends_with(".csv")?c}', output: 'true' },
    on: strings,
    parameters: [text('substring')],
    gives: 'boolean',
    call: (whole, [part]) => whole.endsWith(part),
  }),
  builtInFunction({
    name: 'index_of',
    doc: 'Where the substring first occurs, or -1.',
    example: { template: '${"abcabc"?index_of("bc")}', output: '1' },
    on: strings,
    parameters: [text('substring'), optional(integer('start'))],
    gives: 'number',
    call: (whole, [part, start = 0]) => new TextSearch(part).first(whole, start),
  }),
  builtInFunction({
    name: 'last_index_of',
    doc: 'Where the substring last occurs, or -1.',
    example: { template: '${"abcabc"?last_index_of("ab")}', output: '3' },
    on: strings,
    parameters: [text('substring'), optional(integer('start'))],
    gives: 'number',
    call: (whole, [part, start = Infinity]) => (start < 0 ? -1 : new TextSearch(part).last(whole, start)),
  }),
  builtInFunction({
    name: 'substring',
    doc: 'A part of the string.',
    example: { template: '${"abcdef"?substring(1, 3)}', output: 'bc' },
    deprecated: { use: 'a slice, such as s[from..<to]' },
    on: strings,
    parameters: [integer('from'), optional(integer('to'))],
    gives: 'string',
    call: (whole, [from, to = whole.length], env) => {
      if (from < 0 || to < 0) throw env.failure('invalid-argument', 'The index must be at least 0.');
      if (from > whole.length || to > whole.length) {
        throw env.failure(
          'invalid-argument',
          `The index mustn't be greater than the length of the string, ${whole.length}.`,
        );
      }
      if (from > to) {
        throw env.failure(
          'invalid-argument',
          `The begin index, ${from}, shouldn't be greater than the end index, ${to}.`,
        );
      }
      return whole.slice(from, to);
    },
  }),
];

function splitAtWhitespace(whole: string, env: Environment): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= whole.length; at++) {
    if (at < whole.length && !isBlank(whole.charCodeAt(at))) continue;
    if (at > start) parts.push(whole.slice(start, at));
    start = at + 1;
    if (parts.length > env.limits.sequenceLength) env.checkLength(parts.length);
  }
  return parts;
}

/** A space, tab, line feed, form feed or carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}
