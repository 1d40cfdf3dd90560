import { formatNumber } from '../../languages/text/intl.ts';

/**
 * Arguments for `max` of entered text: the limit in characters, and the error message. `what`: the field name as the start of a
 * sentence. The message is built on demand, because the first formatted number takes ten milliseconds.
 */
export const atMost = (max: number, what: string): readonly [number, { readonly error: () => string }] => [
  max,
  { error: () => `${what} is too long. The maximum is ${formatNumber(max)} characters.` },
];
