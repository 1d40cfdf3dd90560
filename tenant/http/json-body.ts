import type { z } from 'zod';
import { RequestRefusal, type RefusalCode } from './request-refusal.ts';

const MAX_DEPTH = 32;

/**
 * Parses request bytes as JSON text in UTF-8 with at most 32 levels of nesting.
 * Throws RequestRefusal (`invalid_json`) for anything else. Source: RFC 8259. `parse`: where numbers must keep their digits.
 */
export function parseJson(
  bytes: Uint8Array,
  parse: (text: string) => unknown = (text) => JSON.parse(text) as unknown,
): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new RequestRefusal(400, 'invalid_json', 'The request body is not UTF-8 text.');
  }
  if (text.trim() === '') {
    throw new RequestRefusal(400, 'invalid_json', 'The request body is empty; a JSON body is needed.');
  }
  // Depth is checked before parsing, because a deep document costs its stack while it is being parsed.
  if (nestingDepth(text) > MAX_DEPTH) {
    throw new RequestRefusal(
      400,
      'invalid_json',
      `The request body is nested deeper than ${MAX_DEPTH} levels.`,
    );
  }
  try {
    return parse(text);
  } catch {
    throw new RequestRefusal(400, 'invalid_json', 'The request body is not JSON.');
  }
}

/** Checks a value against a schema. Throws RequestRefusal (400) that names every bad member. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, code: RefusalCode = 'invalid_request'): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    problem: issue.message,
  }));
  const first = problems[0];
  const where = first === undefined || first.field === '' ? 'The request body' : first.field;
  const what = first?.problem ?? 'is not what is expected';
  throw new RequestRefusal(400, code, `${where}: ${what}`, problems);
}

function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x5d || character === 0x7d) depth--;
  }
  return deepest;
}
