import type { z } from 'zod';

/** What a value of JSON is called, by the names that the schemas give. */
const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/**
 * What is wrong with a place, to be read after the place: `is missing`, `is a number where a text belongs`. The value is not
 * repeated, for it may be a secret.
 */
export function shapeText({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (code !== 'invalid_type' || !('expected' in issue)) return message;
  const received = /received (\w+)$/.exec(message)?.[1];
  if (received === undefined) return message;
  if (received === 'undefined') return 'is missing';
  const expected = nouns[String(issue.expected)];
  const found = nouns[received];
  return expected === undefined || found === undefined ? message : `is ${found} where ${expected} belongs`;
}
