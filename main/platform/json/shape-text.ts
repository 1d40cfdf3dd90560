import type { z } from 'zod';

/** Display names of JSON types, by schema type. */
const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/**
 * Describes a schema issue, to be appended to its path: `is missing`, `is a number, expected a string`. Doesn't quote the value,
 * which may be a secret.
 */
export function shapeText({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (code !== 'invalid_type' || !('expected' in issue)) return message;
  const received = /received (\w+)$/.exec(message)?.[1];
  if (received === undefined) return message;
  if (received === 'undefined') return 'is missing';
  const expected = nouns[String(issue.expected)];
  const found = nouns[received];
  return expected === undefined || found === undefined ? message : `is ${found}, expected ${expected}`;
}
