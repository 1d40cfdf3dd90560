import { parseExact } from '../../languages/json/parse-exact.ts';
import { memberKey } from '../../languages/json/member-names.ts';
import { jsonOfRelaxed } from './relaxed-json.ts';
import { isRecord } from '../requests/request-members.ts';

/** JSON nested deeper than this is rejected before parsing. */
export const MAX_JSON_DEPTH = 64;

type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly errorId: 'InvalidJson' | 'JsonTooDeep'; readonly message: string };

/** Maximum characters of a body that is parsed as JSON5: its parser is slow. */
const MAX_RELAXED = 256 * 1024;

/**
 * Parses a request body; an empty one is `undefined`, because some operations need none (compatibility:
 * "request forms"). Invalid JSON is parsed as JSON5, because client samples have unquoted keys
 * (compatibility: "request bodies").
 */
export function parseJsonBody(text: string): JsonBody {
  if (text.trim() === '') return { ok: true, value: undefined };
  const strict = parseStrictly(text);
  if (strict.ok || strict.errorId !== 'InvalidJson' || text.length > MAX_RELAXED) return strict;
  try {
    // Converted to JSON and parsed again, so that the same checks apply.
    return parseStrictly(jsonOfRelaxed(text));
  } catch {
    return strict;
  }
}

function parseStrictly(text: string): JsonBody {
  if (isTooDeep(text)) {
    return {
      ok: false,
      errorId: 'JsonTooDeep',
      message: `The request body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    };
  }
  try {
    return { ok: true, value: withoutPrototype(parseExact(text)) };
  } catch {
    return { ok: false, errorId: 'InvalidJson', message: 'The request body is not valid JSON.' };
  }
}

/** Drops a top-level `__proto__` member, which no request needs. Inside values it is stored as data. */
function withoutPrototype(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, prototypeKey)) return value;
  const { [prototypeKey]: _dropped, ...members } = value;
  return members;
}

const prototypeKey = memberKey('__proto__');

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}
