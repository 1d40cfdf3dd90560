import { describe, expect, it } from 'vitest';
import { compileJavaRegex } from './index.ts';

const mark = (pattern: string): string =>
  compileJavaRegex(pattern, '').replace('a😀b', '-', 'all', { spend: () => undefined });

// The behavior of java.util.regex in OpenJDK 17: how a search continues depends on the parts of the expression.
describe('a search for a place without a word boundary', () => {
  it.each([
    ...[
      'x?',
      '(x?)',
      'x*',
      'x{0,2}',
      '[x]?',
      '.?',
      '.*?',
      '\\s?',
      '\\w?',
      '[x&&[a-z]]?',
      '(?i)x?',
      '[ä-ö]?',
      'y|',
    ],
  ])('goes between the surrogates of a pair with %s: nothing in it is for pairs', (pattern) => {
    expect(mark(`${pattern}\\B`)).toBe('a\ud83d-\ude00b');
  });

  it.each(['[^y]?', '😀?', '\\W?', '\\D?', '\\p{L}?', '[\\w&&[^a]]?', '[\\x{1F600}]?'])(
    'goes from pair to pair with %s',
    (pattern) => {
      expect(mark(`${pattern}\\B`)).toBe('a😀b');
    },
  );
});
