import { randomUUID } from 'node:crypto';
import JSON5 from 'json5';
import { isNumberText, isPlain } from '../../languages/json/exact-number.ts';

/** What may hold digits and is no number, or (the second group) a number. Source: JSON5 1.0.0, "Lexical grammar". */
const token =
  /("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|[$_\\\p{ID_Start}][$_\\\p{ID_Continue}]*)|([+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))/gu;

/**
 * The JSON of a JSON5 text, with every digit of its numbers: the parser itself rounds what a double cannot hold. Throws
 * `SyntaxError` for what is none.
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

/** The number as JSON writes it; undefined where a double holds it, or where it is no number of JSON5. */
function exactText(number: string): string | undefined {
  const sign = number.startsWith('-') ? '-' : '';
  const digits = number.replace(/^[+-]/, '');
  const text = sign + (/^0x/i.test(digits) ? BigInt(digits).toString() : decimal(digits));
  return isNumberText(text) && !isPlain(text) ? text : undefined;
}

/** `.5` and `5.` are numbers of JSON5 alone. */
const decimal = (digits: string): string => digits.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
