import { describe, expect, it } from 'vitest';
import { webhookDefinitionSchema } from './webhooks.ts';

const problemOf = (field: 'url' | 'headers', text: string): string | undefined =>
  webhookDefinitionSchema.shape[field].safeParse(text).error?.issues[0]?.message;

describe('invisible characters in pasted webhook fields', () => {
  it.each([
    [
      'url',
      ' https://hooks.example/x',
      'The URL has spaces, line breaks or invisible characters around it. Remove them.',
    ],
    [
      'url',
      'https://hooks.example/x\n',
      'The URL has spaces, line breaks or invisible characters around it. Remove them.',
    ],
    [
      'url',
      'https://hooks.exa\u200bmple/x',
      'The URL has an invisible character (U+200B) at position 18. Remove it or paste the text again.',
    ],
    [
      'headers',
      'Accept: a/b\nAuthorization: Bearer s3cret\u00a0',
      'The value of the header Authorization has spaces, line breaks or invisible characters around it. Remove them.',
    ],
    [
      'headers',
      'Authorization: Bear\u200ber s3cret',
      'The value of the header Authorization has an invisible character (U+200B) at position 5. Remove it or paste the text again.',
    ],
    [
      'headers',
      'X-\u200bKey: 1',
      'The name of a header has an invisible character (U+200B) at position 3. Remove it or paste the text again.',
    ],
  ] as const)('are rejected in %s %j, and no value is quoted', (field, text, message) => {
    expect(problemOf(field, text)).toBe(message);
  });

  it.each([
    ['url', 'https://hooks.example/x?a=%20b'],
    ['headers', 'Accept: a/b\r\nX-Empty:\nX-Two:  spaced value  '],
    ['headers', ''],
  ] as const)('are not reported in %s %j', (field, text) => {
    expect(problemOf(field, text)).toBeUndefined();
  });
});
