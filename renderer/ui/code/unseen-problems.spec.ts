import { describe, expect, it } from 'vitest';
import { unseenProblems, unseenQueryProblems } from './unseen-problems.ts';

describe('invisible characters of a query', () => {
  it.each([
    ['SELECT\u00a01', 'This is U+00A0 NO-BREAK SPACE, which SQL does not treat as a space.'],
    ['SELECT 1\u3000FROM t', 'This is U+3000 IDEOGRAPHIC SPACE, which SQL does not treat as a space.'],
    ['SELECT\u2009\u20091', 'This is U+2009 THIN SPACE, which SQL does not treat as a space.'],
  ])('are a fixable problem in %j', (query, message) => {
    const problems = unseenQueryProblems(query);
    expect(problems[0]).toMatchObject({ severity: 'error', message, fix: { label: 'Replace with a space' } });
    const fixed = problems.reduceRight(
      (text, { fix }) => text.slice(0, fix?.from) + (fix?.insert ?? '') + text.slice(fix?.to),
      query,
    );
    expect(unseenQueryProblems(fixed)).toEqual([]);
    expect(fixed).toMatch(/^SELECT +1/);
  });

  it.each([
    "SELECT 'a\u00a0b'",
    'SELECT "a\u00a0b"',
    '-- a\u00a0b',
    "SELECT '👨\u200d👩\u200d👧 می\u200cخواهم'",
  ])('are part of the text in %j', (query) => {
    expect(unseenQueryProblems(query)).toEqual([]);
  });

  it('are reported in a text as well if they change the writing direction', () => {
    expect(unseenQueryProblems("SELECT 'a\u202eb'")).toMatchObject([
      { from: 9, to: 10, severity: 'warning', fix: { insert: '', label: 'Remove' } },
    ]);
  });
});

describe('invisible characters of a script or a template', () => {
  it.each([
    ['if (isAdmin) { /*\u202e */', /RIGHT-TO-LEFT OVERRIDE changes how/],
    ['var a\u200d = 1', /ZERO WIDTH JOINER is an invisible character/],
    ['var a\u{e0041} = 1', /TAG A is an invisible character/],
    ['x\ufe0f', /VARIATION SELECTOR-16 is an invisible character/],
    ['\ufeffvar a', /ZERO WIDTH NO-BREAK SPACE/],
  ])('are reported in %j', (text, message) => {
    expect(unseenProblems(text)).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(message) },
    ]);
  });

  it.each(["'👨\u200d👩\u200d👧 ❤\ufe0f'", 'می\u200cخواهم', "'a\u00a0b'", 'plain\ttext\r\n'])(
    'are fine in %j',
    (text) => {
      expect(unseenProblems(text)).toEqual([]);
    },
  );
});
