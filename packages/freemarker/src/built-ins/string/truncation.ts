import type { BuiltInExpression } from '../../ast/expressions.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { MarkupValue } from '../../values/value.ts';
import { builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { integer, optional, text, textOrMarkup } from '../parameters.ts';
import { strings } from '../targets.ts';
import { markupTerminator, textTerminator, truncate } from './truncate.ts';
import type { Cut, Terminator } from './truncate.ts';

/** What the examples end with: the terminator in HTML. */
const ELLIPSIS = "<span class='truncateTerminator'>[&#8230;]</span>";

/** Built-ins that shorten strings and say so. */
export const stringTruncation = [
  truncateToText('any place', {
    name: 'truncate',
    doc: 'Shortened, at a word if possible.',
    example: { template: '${"Truncated at a word"?truncate(16)}', output: 'Truncated [...]' },
  }),
  truncateToText('words', {
    name: 'truncate_w',
    doc: 'Shortened at a word.',
    example: { template: '${"Truncated at a word"?truncate_w(16, "...")}', output: 'Truncated at ...' },
  }),
  truncateToText('characters', {
    name: 'truncate_c',
    doc: 'Shortened at any character.',
    example: { template: '${"Truncated"?truncate_c(8)}', output: 'Tru[...]' },
  }),
  truncateToMarkup('any place', {
    name: 'truncate_m',
    doc: 'Like truncate, with markup.',
    example: {
      template: '<#ftl output_format="HTML">${"Truncated at a word"?truncate_m(14)}',
      output: `Truncated ${ELLIPSIS}`,
    },
  }),
  truncateToMarkup('words', {
    name: 'truncate_w_m',
    doc: 'Like truncate_w, with markup.',
    example: {
      template: '<#ftl output_format="HTML">${"Truncated at a word"?truncate_w_m(14)}',
      output: `Truncated ${ELLIPSIS}`,
    },
  }),
  truncateToMarkup('characters', {
    name: 'truncate_c_m',
    doc: 'Like truncate_c, with markup.',
    example: {
      template: '<#ftl output_format="HTML">${"Truncated"?truncate_c_m(6)}',
      output: `Tru${ELLIPSIS}`,
    },
  }),
];

function truncateToText(cut: Cut, facts: BuiltInFacts): BuiltIn {
  return builtInFunction({
    since: '2.3.29',
    ...facts,
    on: strings,
    parameters: [integer('length'), optional(text('terminator')), optional(integer('terminatorLength'))],
    gives: 'string',
    call: (whole, [length, terminator, terminatorLength], env, node) => {
      checkNotNegative(1, length, env, node);
      checkNotNegative(3, terminatorLength, env, node);
      return shortened(whole, length, textTerminator(terminator, terminatorLength), cut, env);
    },
  });
}

function truncateToMarkup(cut: Cut, facts: BuiltInFacts): BuiltIn {
  return builtInFunction({
    since: '2.3.29',
    ...facts,
    on: strings,
    parameters: [
      integer('length'),
      optional(textOrMarkup('terminator')),
      optional(integer('terminatorLength')),
    ],
    gives: 'markup',
    call: (whole, [length, terminator, terminatorLength], env, node) => {
      checkNotNegative(1, length, env, node);
      checkNotNegative(3, terminatorLength, env, node);
      return shortened(whole, length, markupTerminator(terminator, terminatorLength), cut, env);
    },
  });
}

function checkNotNegative(
  position: number,
  given: number | undefined,
  env: Environment,
  node: BuiltInExpression,
): void {
  if (given === undefined || given >= 0) return;
  throw env.failure('invalid-argument', `?${node.name}(...) argument #${position} can't be negative.`);
}

function shortened(
  whole: string,
  length: number,
  terminator: Terminator,
  cut: Cut,
  env: Environment,
): string | MarkupValue {
  if (whole.length <= length) return whole;
  // Before 2.3.33 the space stayed before an empty terminator too.
  const spaced = terminator.length !== 0 || env.context.parseSettings.version < 2_003_033;
  return truncate(whole, length, terminator, cut, spaced);
}
