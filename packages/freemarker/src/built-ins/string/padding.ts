import type { BuiltInExpression } from '../../ast/expressions.ts';
import type { Environment } from '../../runtime/environment.ts';
import { builtInFunction } from '../built-in.ts';
import { integer, optional, text } from '../parameters.ts';
import { strings } from '../targets.ts';

/** Built-ins that fill strings up to a length. */
export const stringPadding = [
  builtInFunction({
    name: 'left_pad',
    doc: 'Filled up on the left to the length.',
    example: { template: '${"7"?left_pad(3, "0")}', output: '007' },
    since: '2.3.1',
    on: strings,
    parameters: [integer('length'), optional(text('filler'))],
    json: { inString: 'adds' },
    gives: 'string',
    call: (padded, [length, filler = ' '], env, node) => {
      const missing = missingLength(padded, length, filler, env, node);
      return missing > 0 ? cycle(filler, 0, missing) + padded : padded;
    },
  }),
  builtInFunction({
    name: 'right_pad',
    doc: 'Filled up on the right to the length.',
    example: { template: '${"Ann"?right_pad(6, ".")}', output: 'Ann...' },
    since: '2.3.1',
    on: strings,
    parameters: [integer('length'), optional(text('filler'))],
    json: { inString: 'adds' },
    gives: 'string',
    call: (padded, [length, filler = ' '], env, node) => {
      const missing = missingLength(padded, length, filler, env, node);
      // On the right, the filler continues as if it had begun at the start of the text.
      return missing > 0 ? padded + cycle(filler, padded.length % filler.length, missing) : padded;
    },
  }),
];

/** How many characters to add; not positive if there is nothing to do. */
function missingLength(
  padded: string,
  length: number,
  filler: string,
  env: Environment,
  node: BuiltInExpression,
): number {
  if (length <= padded.length) return 0;
  if (filler === '') {
    throw env.failure('invalid-argument', `?${node.name}(...) argument #2 can't be a 0-length string.`);
  }
  if (length > env.limits.stringLength) {
    throw env.failure('limit-string', `A string would be longer than ${env.limits.stringLength} characters.`);
  }
  return length - padded.length;
}

/** Most texts are padded with a few spaces. */
const BLANKS = ' '.repeat(64);

function cycle(filler: string, start: number, length: number): string {
  if (filler === ' ' && length <= BLANKS.length) return BLANKS.slice(0, length);
  if (filler.length === 1) return filler.repeat(length);
  return filler.repeat(Math.ceil((start + length) / filler.length)).slice(start, start + length);
}
