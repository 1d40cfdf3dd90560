import { formatNumber } from '../../languages/text/intl.ts';

/**
 * For `max` of a text that a person enters: the limit in characters, and the sentence about what is longer. `what`: the field,
 * as a sentence begins with it. The sentence is made when it is needed: formatting the first number takes ten milliseconds.
 */
export const atMost = (most: number, what: string): readonly [number, { readonly error: () => string }] => [
  most,
  { error: () => `${what} is too long: it may have ${formatNumber(most)} characters at most.` },
];
