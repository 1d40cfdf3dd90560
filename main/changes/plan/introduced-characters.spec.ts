import { describe, expect, it } from 'vitest';
import { introducedWarnings } from './introduced-characters.ts';

const warned = (before: unknown, after: unknown, isProduction = false) =>
  introducedWarnings({ name: 'Payroll', before, after }, isProduction);

describe('unseen characters that a change introduces', () => {
  it.each([
    ['a name', { name: 'Team' }, { name: 'Te\u200Bam' }, 'invisible characters: U+200B ZERO WIDTH SPACE.'],
    [
      'a line of a script',
      { script: 'a\nb' },
      { script: 'a\n/*\u202E } \u2066*/ b' },
      'U+202E RIGHT-TO-LEFT OVERRIDE, U+2066 LEFT-TO-RIGHT ISOLATE.',
    ],
    ['a new item', null, { headers: [{ name: 'A\u00ADb', value: '' }] }, 'U+00AD SOFT HYPHEN.'],
    [
      'the name of a member',
      { texts: {} },
      { texts: { 'a\uFEFF': '1' } },
      'U+FEFF ZERO WIDTH NO-BREAK SPACE.',
    ],
    ['a member of a list', { origins: ['a'] }, { origins: ['a', 'b\u2060'] }, 'U+2060 WORD JOINER.'],
    [
      'one more of the same',
      { text: 'a\u200Bb' },
      { text: 'a\u200Bb\u200B\u200B' },
      'U+200B ZERO WIDTH SPACE (2 times).',
    ],
    [
      'a space in a query',
      { query: 'a b' },
      { query: 'a\u00A0b' },
      'Adds unusual space characters: U+00A0 NO-BREAK SPACE.',
    ],
    [
      'a host',
      { url: 'https://apple.com/x' },
      { url: 'https://аpple.com/x' },
      'with lookalike letters: аpple.com (xn--pple-43d.com).',
    ],
    [
      'a host as punycode',
      { url: '' },
      { url: 'https://xn--pple-43d.com/x' },
      'with lookalike letters: аpple.com (xn--pple-43d.com).',
    ],
    [
      'a control in another member',
      { a: 'x\u202E', b: '' },
      { a: 'x', b: 'x\u202E' },
      'U+202E RIGHT-TO-LEFT OVERRIDE.',
    ],
  ])('are a warning for %s', (_what, before, after, message) => {
    const { warnings, risks } = warned(before, after);
    expect(warnings).toEqual([expect.stringContaining(message)]);
    expect(risks).toEqual([]);
  });

  it.each([
    ['what was there before', { name: 'Te\u200Bam', body: 'a' }, { name: 'Te\u200Bam', body: 'b' }],
    ['another part of the same line', { name: 'Te\u200Bam' }, { name: 'Te\u200Bam 2' }],
    ['a line that moves', { body: 'a\u00A0b\nc\nd' }, { body: 'c\nd\na\u00A0b' }],
    ['what is removed', { name: 'Te\u200Bam' }, { name: 'Team' }],
    ['what is deleted', { name: 'Te\u200Bam' }, null],
    ['emoji and names in other scripts', {}, { name: '👨\u200D👩\u200D👧 שלום می\u200Cخواهم' }],
    ['an international host', {}, { url: 'https://bücher.example/' }],
    ['values that aren’t text', { a: 1 }, { a: [null, true, 2, {}] }],
  ])('are no warning for %s', (_what, before, after) => {
    expect(warned(before, after)).toEqual({ warnings: [], risks: [] });
  });

  it('are also a risk on production', () => {
    expect(warned({ name: 'Team' }, { name: 'Te\u200Bam' }, true)).toEqual({
      warnings: ['Adds invisible characters: U+200B ZERO WIDTH SPACE.'],
      risks: [
        {
          words: 'Adds invisible characters: U+200B ZERO WIDTH SPACE.',
          although: 'it adds invisible characters to Payroll',
        },
      ],
    });
  });

  it('are named up to a limit', () => {
    const { warnings } = warned(null, { name: '\u200B\u200E\u200F\u202A\u202B\u202D\u202E' });
    expect(warnings[0]).toMatch(/and 2 more\.$/);
  });
});
