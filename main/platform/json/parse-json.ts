import { parseExact } from '../../../languages/json/parse-exact.ts';
import { formatNumber } from '../../../languages/text/intl.ts';
import type { JsonExcess, JsonLimits } from './scan-json.ts';
import { scanJson } from './scan-json.ts';

/** Why bytes cannot be read as JSON. The text itself is not quoted, for it may hold secrets. */
export type JsonProblem =
  | { readonly type: 'not-json'; readonly detail: string }
  | { readonly type: 'too-much'; readonly of: JsonExcess; readonly detail: string };

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: JsonProblem };

/** One for all: making one takes longer than reading a short text with it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON in UTF-8 that stays within the limits, without losing numbers (`parseExact`). Blocks for as long as that takes. */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): ParsedJson {
  const excess = scanJson(bytes, limits);
  if (excess !== undefined) return { ok: false, problem: tooMuch(excess, limits) };
  const text = decode(bytes);
  if (text === undefined) return { ok: false, problem: { type: 'not-json', detail: encodingOf(bytes) } };
  try {
    return { ok: true, value: parseExact(text) };
  } catch (error) {
    return { ok: false, problem: { type: 'not-json', detail: placeOf(error, text) } };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** What bytes are that are no UTF-8. Some editors save “Unicode” as UTF-16, which begins with a mark. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16
    ? 'It is text in UTF-16. Save it as UTF-8 in an editor, then open it again.'
    : 'The bytes are not UTF-8 text.';
}

const excessMessages = {
  depth: (most) => `It is nested more than ${most} deep.`,
  values: (most) => `It holds more than ${most} values.`,
  members: (most) => `An object in it has more than ${most} members.`,
} satisfies Record<JsonExcess, (most: string) => string>;

export function tooMuch(of: JsonExcess, limits: JsonLimits): JsonProblem {
  return { type: 'too-much', of, detail: excessMessages[of](formatNumber(limits[of])) };
}

/** Where the text stops being JSON. The message of the parser is not passed on: it quotes the text. */
function placeOf(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  if (text.trim() === '') return 'It is empty.';
  const position = Number(/position (\d+)/.exec(message)?.[1]);
  // What is cut short inside of a text is told with the place of its end.
  if (message.startsWith('Unexpected end') || position >= text.length)
    return 'It is cut short: the text ends in the middle.';
  const place = /line (\d+) column (\d+)/.exec(message);
  if (place !== null) return `Line ${place[1]}, column ${place[2]}.`;
  return Number.isNaN(position) ? 'There is something in it that is no JSON.' : `Character ${position}.`;
}
