import { randomUUID } from 'node:crypto';
import JSON5 from 'json5';
import { isNumberText, isPlain } from '../../languages/json/exact-number.ts';

/**
 * Tokens that may contain digits without being a number, or (the second group) a number. Source: JSON5 1.0.0,
 * "Lexical grammar".
 */
const token =
  /("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|[$_\\\p{ID_Start}][$_\\\p{ID_Continue}]*)|([+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))/gu;

/**
 * The JSON of a JSON5 text, with all digits of its numbers: the parser itself rounds what a double can't
 * represent. Throws `SyntaxError` for invalid JSON5.
 */
export function jsonOfRelaxed(text: string): string {
  const numbers: string[] = [];
  const mark = randomUUID();
  const marked = text.replaceAll(token, (whole: string, _other: string | undefined, number?: string) => {
    const exact = number === undefined ? undefined : exactText(number);
    return exact === undefined ? whole : `"${mark} ${numbers.push(exact) - 1}"`;
  });
  return JSON.stringify(JSON5.parse(marked)).replaceAll(
    new RegExp(`"${mark} (\\d+)"`, 'g'),
    (whole, index: string) => numbers[Number(index)] ?? whole,
  );
}

/** The number in JSON; undefined if a double represents it, or if it isn't a JSON5 number. */
function exactText(number: string): string | undefined {
  const sign = number.startsWith('-') ? '-' : '';
  const digits = number.replace(/^[+-]/, '');
  const text = sign + (/^0x/i.test(digits) ? BigInt(digits).toString() : decimal(digits));
  return isNumberText(text) && !isPlain(text) ? text : undefined;
}

/** `.5` and `5.` are numbers only in JSON5. */
const decimal = (digits: string): string => digits.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
