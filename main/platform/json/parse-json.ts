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

/** Parses JSON in UTF-8 that stays within the limits. Blocks for as long as that takes. */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): ParsedJson {
  const excess = scanJson(bytes, limits);
  if (excess !== undefined) return { ok: false, problem: tooMuch(excess, limits) };
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch (error) {
    return { ok: false, problem: { type: 'not-json', detail: positionOf(error) } };
  }
}

const excessWords = {
  depth: (most) => `It is nested more than ${most} deep.`,
  values: (most) => `It holds more than ${most} values.`,
  members: (most) => `An object in it has more than ${most} members.`,
} satisfies Record<JsonExcess, (most: string) => string>;

export function tooMuch(of: JsonExcess, limits: JsonLimits): JsonProblem {
  return { type: 'too-much', of, detail: excessWords[of](limits[of].toLocaleString('en')) };
}

/** Where the text stops being JSON. The message of the parser is not passed on: it quotes the text. */
function positionOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'The bytes are not UTF-8 text.';
  const place = /line (\d+) column (\d+)/.exec(error.message);
  if (place !== null) return `Line ${place[1]}, column ${place[2]}.`;
  const position = /position (\d+)/.exec(error.message);
  if (position !== null) return `Character ${position[1]}.`;
  return error.message.startsWith('Unexpected end')
    ? 'The text is cut short or empty.'
    : 'There is something in it that is no JSON.';
}
