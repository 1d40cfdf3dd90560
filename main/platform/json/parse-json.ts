import { parseExact } from '../../../languages/json/parse-exact.ts';
import { formatNumber } from '../../../languages/text/intl.ts';
import type { JsonExcess, JsonLimits } from './scan-json.ts';
import { scanJson } from './scan-json.ts';

/** Why bytes can't be parsed as JSON. Doesn't quote the text, which may contain secrets. */
export type JsonProblem =
  | { readonly type: 'not-json'; readonly detail: string }
  | { readonly type: 'too-much'; readonly of: JsonExcess; readonly detail: string };

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: JsonProblem };

/** Shared: creating one takes longer than decoding a short text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses UTF-8 JSON within the limits, without losing digits (`parseExact`). Blocking. */
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

/** Describes bytes that aren't UTF-8. Some editors save “Unicode” as UTF-16, which starts with a byte order mark. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16
    ? 'The text is UTF-16. Save it as UTF-8 in an editor, then open it again.'
    : 'The bytes are not UTF-8 text.';
}

const excessMessages = {
  depth: (max) => `It is nested more than ${max} levels deep.`,
  values: (max) => `It has more than ${max} values.`,
  members: (max) => `An object has more than ${max} members.`,
} satisfies Record<JsonExcess, (max: string) => string>;

export function tooMuch(of: JsonExcess, limits: JsonLimits): JsonProblem {
  return { type: 'too-much', of, detail: excessMessages[of](formatNumber(limits[of])) };
}

/** Position of the syntax error. Doesn't use the parser's message, which quotes the text. */
function placeOf(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  if (text.trim() === '') return 'It is empty.';
  const position = Number(/position (\d+)/.exec(message)?.[1]);
  // A text that ends within a string is reported at its end.
  if (message.startsWith('Unexpected end') || position >= text.length)
    return 'It is incomplete: the text ends unexpectedly.';
  const place = /line (\d+) column (\d+)/.exec(message);
  if (place !== null) return `Line ${place[1]}, column ${place[2]}.`;
  return Number.isNaN(position) ? 'It has a syntax error.' : `Character ${position}.`;
}
