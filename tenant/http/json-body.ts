import type { z } from 'zod';
import { RequestRejection, type RejectionCode } from './request-rejection.ts';

const MAX_DEPTH = 32;

/**
 * Parses request bytes as UTF-8 JSON with at most 32 levels of nesting. Throws RequestRejection
 * (`invalid_json`) for anything else. Source: RFC 8259. `parse` is for callers that must preserve all digits
 * of numbers.
 */
export function parseJson(
  bytes: Uint8Array,
  parse: (text: string) => unknown = (text) => JSON.parse(text) as unknown,
): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new RequestRejection(400, 'invalid_json', 'The request body is not UTF-8 text.');
  }
  if (text.trim() === '') {
    throw new RequestRejection(400, 'invalid_json', 'The request body is empty. Send JSON.');
  }
  // Depth is checked before parsing, because parsing a deep document uses up the stack.
  if (nestingDepth(text) > MAX_DEPTH) {
    throw new RequestRejection(
      400,
      'invalid_json',
      `The request body is nested deeper than ${MAX_DEPTH} levels.`,
    );
  }
  try {
    return parse(text);
  } catch {
    throw new RequestRejection(400, 'invalid_json', 'The request body is not valid JSON.');
  }
}

/** Validates a value against a schema. Throws RequestRejection (400) that names every invalid member. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
  code: RejectionCode = 'invalid_request',
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    problem: issue.message,
  }));
  const first = problems[0];
  const where = first === undefined || first.field === '' ? 'The request body' : first.field;
  const what = first?.problem ?? 'is invalid';
  throw new RequestRejection(400, code, `${where}: ${what}`, problems);
}

function nestingDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x5b || character === 0x7b) maxDepth = Math.max(maxDepth, ++depth);
    else if (character === 0x5d || character === 0x7d) depth--;
  }
  return maxDepth;
}
