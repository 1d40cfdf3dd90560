import { describe, expect, it } from 'vitest';
import {
  compileJavaRegex,
  RegexReplacementError,
  RegexSyntaxError,
  RegexUnsupportedError,
  type StepMeter,
} from './index.ts';

class StepLimit extends Error {}

function meter(limit = 1_000_000): StepMeter {
  let left = limit;
  return {
    spend: (steps) => {
      left -= steps;
      if (left < 0) throw new StepLimit('limit');
    },
  };
}

const all = (pattern: string, input: string, flags = ''): string[] =>
  [...compileJavaRegex(pattern, flags).find(input, meter())].map((match) => match.groups[0] ?? '');
const groups = (pattern: string, input: string): readonly (string | undefined)[] | undefined =>
  compileJavaRegex(pattern, '').matchWhole(input, meter())?.groups;
const replace = (pattern: string, input: string, replacement: string, flags = ''): string =>
  compileJavaRegex(pattern, flags).replace(input, replacement, 'all', meter());

// The expectations in this file are what java.util.regex of OpenJDK 17 gives.
describe('matching', () => {
  it.each([
    ['\\w+', 'été 42', ['t', '42']],
    ['(?U)\\w+', 'été 42', ['été', '42']],
    ['\\bé', 'é aé', ['é']],
    ['[a-z&&[^aeiou]]+', 'hello', ['h', 'll']],
    ['[^a-c&&b-d]', 'abcd', ['a', 'd']],
    ['[]a]+', 'x]a]', [']a]']],
    ['\\Qa.b\\E+', 'a.bbb', ['a.bbb']],
    ['a++b', 'aaab', ['aaab']],
    ['(?>a|ab)c', 'abc ac', ['ac']],
    ['(?<=\\$)\\d+(?=\\.)', '$12.5', ['12']],
    ['(\\w)\\1', 'hello', ['ll']],
    ['(?<x>a)\\k<x>', 'aa', ['aa']],
    ['(?i:a)b', 'Ab AB', ['Ab']],
    ['(?i)é', 'É é', ['é']],
    ['(?iu)é', 'É é', ['É', 'é']],
    ['\\R', 'a\r\nb\n', ['\r\n', '\n']],
    ['\\h+', 'a \t\u00a0b', [' \t\u00a0']],
    ['\\p{Lu}|\\p{IsHan}', 'aB漢', ['B', '漢']],
    ['(?x) a b # c', 'ab', ['ab']],
    ['.', '😀', ['😀']],
  ])('%j finds in %j %j', (pattern, input, expected) => {
    expect(all(pattern, input)).toEqual(expected);
  });

  it('takes $ before a last line break, and ^ nowhere at the end', () => {
    expect(all('b$', 'ab\n')).toEqual(['b']);
    expect(all('^', 'a\n', 'm')).toHaveLength(1);
    expect(all('$', 'a\r\nb', 'm')).toHaveLength(2);
  });

  it('keeps what a group matched in an earlier round of a loop', () => {
    expect(groups('(?:(a)|b)*', 'ab')).toEqual(['ab', 'a']);
  });

  it('gives undefined for a group that took no part', () => {
    expect(groups('(x)?foo', 'foo')).toEqual(['foo', undefined]);
  });
});

describe('replacing and splitting', () => {
  it.each([
    ['a*?', 'aaa', 'x', 'xaxaxax'],
    ['(a)(a)', 'aa bb', '$2$1$0', 'aaaa bb'],
    ['(a)', 'a', '$10', 'a0'],
    ['(?<w>ba.)', 'bar', '[${w}]', '[bar]'],
    ['(\\d)', 'costs 5', '\\$$1', 'costs $5'],
  ])('%j in %j by %j gives %j', (pattern, input, replacement, expected) => {
    expect(replace(pattern, input, replacement)).toBe(expected);
  });

  it.each(['$', '$9', '${nope}', '\\'])('refuses the replacement %j', (replacement) => {
    expect(() => replace('o', 'foo', replacement)).toThrow(RegexReplacementError);
    expect(replace('x', 'foo', replacement)).toBe('foo');
  });

  it('gives no empty part before a match of nothing at the start', () => {
    expect(compileJavaRegex('', '').split('ab', meter())).toEqual(['a', 'b', '']);
    expect(compileJavaRegex(',', '').split(',a,', meter())).toEqual(['', 'a', '']);
  });
});

describe('refusals', () => {
  it('says where a pattern is malformed, as Java does', () => {
    expect(() => compileJavaRegex('(', '')).toThrow(new RegexSyntaxError('Unclosed group', '(', 1));
    expect(new RegexSyntaxError('Unclosed group', '(', 1).message).toBe('Unclosed group near index 1\n(');
  });

  it.each([
    'a)',
    '*a',
    '[a',
    '[z-a]',
    'a{3,2}',
    '\\y',
    '\\p{Nope}',
    '(?<=(ab)+)c',
    '(?<n>a)(?<n>b)',
    '\\k<no>',
  ])('refuses %j', (pattern) => {
    expect(() => compileJavaRegex(pattern, '')).toThrow(RegexSyntaxError);
  });

  it.each(['\\X', '\\b{g}', '\\N{DIGIT ONE}', '\\p{InGreek}'])('says that %j is not supported', (pattern) => {
    expect(() => compileJavaRegex(pattern, '')).toThrow(RegexUnsupportedError);
  });
});

describe('hostile patterns', () => {
  it.each([
    ['(a+)+b', 'a'.repeat(60)],
    ['(a|aa)*c', 'a'.repeat(60)],
    ['(.*)*x', 'y'.repeat(200)],
    ['(x+x+)+y', 'x'.repeat(60)],
    ['\\d+\\d+\\d+\\d+x', '1'.repeat(3000)],
    ['(\\w*)\\1\\1z', 'a'.repeat(3000)],
  ])('%j is stopped by the step limit', (pattern, input) => {
    expect(() => [...compileJavaRegex(pattern, '').find(input, meter())]).toThrow(StepLimit);
  });

  it('survives a loop over a long input without overflowing the call stack', () => {
    const input = 'ab'.repeat(50_000);
    expect(compileJavaRegex('(?:a|b)*', '').matchWhole(input, meter())?.end).toBe(input.length);
  });

  it('refuses nesting that would overflow the call stack', () => {
    expect(() => compileJavaRegex('('.repeat(5000), '')).toThrow(RegexUnsupportedError);
    expect(() => compileJavaRegex('['.repeat(5000), '')).toThrow(RegexUnsupportedError);
  });
});
