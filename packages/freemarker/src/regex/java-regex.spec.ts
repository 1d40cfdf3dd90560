import fc from 'fast-check';
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

const all = (pattern: string, input: string, flags = '', limit = 1_000_000): string[] =>
  [...compileJavaRegex(pattern, flags).find(input, meter(limit))].map((match) => match.groups[0] ?? '');
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

  it('keeps the match of a group from an earlier iteration of a loop', () => {
    expect(groups('(?:(a)|b)*', 'ab')).toEqual(['ab', 'a']);
  });

  it('gives undefined for a group that took no part', () => {
    expect(groups('(x)?foo', 'foo')).toEqual(['foo', undefined]);
  });
});

describe('native code', () => {
  const pieces = [
    ...[
      'a',
      'b',
      ' ',
      '\\n',
      '\\r',
      'é',
      '😀',
      '.',
      '\\w',
      '\\W',
      '\\s',
      '\\d',
      '\\p{L}',
      '[ab]',
      '[^a]',
      '\\ud83d',
    ],
  ];
  const assertion = fc.constantFrom('^', '$', '\\b', '\\B', '\\z', '\\Z', '\\A', '(?d)', '(?m)');
  const step = fc
    .tuple(fc.constantFrom(...pieces), fc.constantFrom('', '', '*', '+', '?', '{1,2}', '*?', '+?'))
    .map(([piece, quantifier]) => piece + quantifier);
  const group = fc
    .tuple(
      fc.constantFrom('(', '(?:', '(?=', '(?!'),
      fc.array(fc.oneof(step, step, assertion), { maxLength: 3 }),
    )
    .map(([start, body]) => `${start}${body.join('')})`);
  const sequence = fc
    .array(fc.oneof(step, step, group, assertion), { minLength: 1, maxLength: 5 })
    .map((steps) => steps.join(''));
  const pattern = fc.array(sequence, { minLength: 1, maxLength: 2 }).map((options) => options.join('|'));
  const units = [
    'a',
    'b',
    'A',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\u0085',
    '\u2028',
    'é',
    '_',
    '1',
    '😀',
    '\ud83d',
    '\ude00',
  ];
  const input = fc.array(fc.constantFrom(...units), { maxLength: 12 }).map((parts) => parts.join(''));

  it('matches what our own matcher does, with the same groups', () => {
    fc.assert(
      fc.property(pattern, fc.constantFrom('', 'i', 'm', 's', 'ms'), input, (source, flags, text) => {
        const native = compileJavaRegex(source, flags);
        // Nothing that is behind nothing: always true, and never translated.
        const own = compileJavaRegex(`${source}(?<=)`, flags);
        const spans = (regex: typeof own) =>
          regex.find(text, meter()).map(({ start, end, groups: found }) => [start, end, ...found]);
        expect(spans(native)).toEqual(spans(own));
        expect([...(native.matchWhole(text, meter())?.groups ?? [])]).toEqual([
          ...(own.matchWhole(text, meter())?.groups ?? []),
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('splits as our own matcher does', () => {
    fc.assert(
      fc.property(pattern, input, (source, text) => {
        const own = compileJavaRegex(`${source}(?<=)`, '');
        expect(compileJavaRegex(source, '').split(text, meter())).toEqual(own.split(text, meter()));
      }),
      { numRuns: 1_000 },
    );
  });

  it('replaces as our own matcher does', () => {
    const replacements = ['', '-', '$0', '[$1]', '$10', '\\$1', '$', '$$', '$&', '${n}', '$1$2', '\\\\'];
    const replaced = (source: string, text: string, by: string): string => {
      try {
        return compileJavaRegex(source, '').replace(text, by, 'all', meter());
      } catch (error) {
        if (error instanceof RegexReplacementError) return 'refused';
        throw error;
      }
    };
    fc.assert(
      fc.property(pattern, input, fc.constantFrom(...replacements), (source, text, by) => {
        expect(replaced(source, text, by)).toBe(replaced(`${source}(?<=)`, text, by));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('letters without regard to case', () => {
  /** Every character in code order, but no half of a pair. */
  const characters = Array.from({ length: 0x1f000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .join('');

  /** The characters that an expression matches, as ranges of hexadecimal codes. */
  function matched(pattern: string): string {
    const ranges: [first: number, last: number][] = [];
    for (const text of all(pattern, characters, '', 100_000_000)) {
      const code = text.codePointAt(0) ?? 0;
      const last = ranges.at(-1);
      if (last?.[1] === code - 1) last[1] = code;
      else ranges.push([code, code]);
    }
    const hex = (code: number): string => code.toString(16);
    return ranges
      .map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`))
      .join(' ');
  }

  it.each([
    ['(?iu)[a-z]', '41-5a 61-7a 130-131 17f 212a'],
    ['(?iu)[A-Z]', '41-5a 61-7a 131 17f'],
    ['(?i)[a-z]', '41-5a 61-7a'],
    ['(?i)[A-z]', '41-7a'],
    ['(?iu)s', '53 73 17f'],
    ['(?iu)k', '4b 6b 212a'],
    ['(?iu)i', '49 69 130-131'],
    ['(?iu)[i]', '49 69 130-131'],
    ['(?iu)[\\x{1f80}]', '1f80 1f88'],
    ['(?iu)\\x{1f88}', '1f80 1f88'],
    ['(?iu)[\\x{1f88}-\\x{1f8f}]', '1f80-1f8f'],
    ['(?iu)[\\x{0130}]', '49 69 130-131'],
    ['(?iu)\\x{0131}', '49 69 130-131'],
    ['(?iu)[\\x{3b1}-\\x{3c9}]', 'b5 345 391-3a1 3a3-3a9 3b1-3c9 3d0-3d1 3d5-3d6 3f0-3f1 3f4-3f5 1fbe 2126'],
    ['(?iu)\\x{3c3}', '3a3 3c2-3c3'],
    ['(?iu)\\x{b5}', 'b5 39c 3bc'],
    ['(?iu)\\x{1e9e}', 'df 1e9e'],
    ['(?iu)\\x{df}', 'df'],
    ['(?iu)[\\x{100}-\\x{17f}]', 'ff-17f'],
    ['(?iu)[\\x{10a0}-\\x{10ff}]', '10a0-10ff 1c90-1cba 1cbd-1cbf 2d00-2d25 2d27 2d2d'],
    ['(?iu)[\\x{13a0}-\\x{13ff}]', '13a0-13ff ab70-abbf'],
    ['(?iu)[\\x{1c80}-\\x{1c8f}]', '1c80-1c8f'],
    ['(?iu)\\x{2126}', '3a9 3c9 2126'],
    ['(?iu)[\\x{2160}-\\x{216f}]', '2160-217f'],
    ['(?iu)\\x{1c5}', '1c4-1c6'],
    ['(?iu)[\\x{1c5}]', '1c4-1c6'],
    ['(?iu)[\\x{10400}-\\x{10427}]', '10400-1044f'],
    ['(?iu)\\x{1e900}', '1e900 1e922'],
    ['(?iu)[k-s&&[^l-r]]', '4b 53 6b 73 17f 212a'],
    ['(?iu)\\x{345}', '345 399 3b9 1fbe'],
    ['(?iu)[\\x{0}-\\x{40}]', '0-40'],
    ['(?iu)[\\x{61}-\\x{17e}]', '41-5a 61-17f 1e9e 212a-212b'],
  ])('%s are %s, in native code and in our own', (pattern, expected) => {
    expect(matched(pattern)).toBe(expected);
    expect(matched(`${pattern}(?<=)`)).toBe(expected);
  });

  it.each([
    ['(?iu)(.)\\1', 'ſS kK ßẞ ÿŸ', ['ſS', 'kK', 'ßẞ', 'ÿŸ']],
    ['(?i)(.)\\1', 'ſS kK éÉ', ['kK']],
  ])('repeat a group in another case: %s', (pattern, input, expected) => {
    expect(all(pattern, input)).toEqual(expected);
  });

  it('are what a class takes out of another, too', () => {
    expect(all('(?i)[a-z&&[^aeiou]]+', 'HELLO')).toEqual(['H', 'LL']);
    expect(all('(?i)[a-c[x-z]&&b-y]+', 'ABCXYZ')).toEqual(['BCXY']);
    expect(all('(?i)[\\Qa-z\\E]+', 'A-Zb')).toEqual(['A-Z']);
    expect(all('[a-c&&[b-d]&&[c-e]x]', 'abcdx')).toEqual(['c']);
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

  it.each(['$', '$9', '${nope}', '\\'])('rejects the replacement %j', (replacement) => {
    expect(() => replace('o', 'foo', replacement)).toThrow(RegexReplacementError);
    expect(replace('x', 'foo', replacement)).toBe('foo');
  });

  it('gives no empty part before a match of nothing at the start', () => {
    expect(compileJavaRegex('', '').split('ab', meter())).toEqual(['a', 'b', '']);
    expect(compileJavaRegex(',', '').split(',a,', meter())).toEqual(['', 'a', '']);
  });
});

describe('invalid patterns', () => {
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
  ])('rejects %j', (pattern) => {
    expect(() => compileJavaRegex(pattern, '')).toThrow(RegexSyntaxError);
  });

  it.each(['\\X', '\\b{g}', '\\N{DIGIT ONE}', '\\p{InGreek}'])('says that %j is not supported', (pattern) => {
    expect(() => compileJavaRegex(pattern, '')).toThrow(RegexUnsupportedError);
  });
});

/** Characters whose codes are computed. */
function text(count: number, codeAt: (at: number) => number): string {
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(codeAt(at))).join('');
}

describe('malicious patterns', () => {
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

  it.each([
    ['twenty thousand characters', () => `[${text(20_000, (at) => 0x4e00 + at)}]`],
    ['twenty thousand characters apart', () => `[${text(10_000, (at) => 0x4e00 + 2 * at)}]`],
    ['ten thousand classes', () => `[${'[a]'.repeat(10_000)}z]`],
    ['ten thousand classes taken from each other', () => `[a-z${'&&[a-z]'.repeat(10_000)}]`],
    ['a thousand classes of everything in any case', () => `(?iu)${'[\\x{1}-\\x{10ffff}]?'.repeat(1_000)}`],
    [
      'ten thousand ranges in any case',
      () =>
        `(?iu)[${Array.from({ length: 10_000 }, (_, at) => `a-${String.fromCodePoint(0x17e + at)}`).join('')}]`,
    ],
    [
      'a thousand classes with ranges in any case',
      () =>
        `(?iu)${Array.from({ length: 1_000 }, (_, at) => `[a-${String.fromCodePoint(0x17e + at)}]?`).join('')}`,
    ],
  ])('is read and used in a moment when it has %s', (_what, pattern) => {
    const source = pattern();
    for (const tail of ['', '(?<=)']) {
      const before = process.cpuUsage();
      const regex = compileJavaRegex(source + tail, '');
      expect(regex.matchWhole('z', meter())?.end).toBe(source.startsWith('[\u4e00') ? undefined : 1);
      expect([...regex.find('zzz', meter())].length > 0).toBe(!source.startsWith('[\u4e00'));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(500);
    }
  });

  it('rejects nesting that would overflow the call stack', () => {
    expect(() => compileJavaRegex('('.repeat(5000), '')).toThrow(RegexUnsupportedError);
    expect(() => compileJavaRegex('['.repeat(5000), '')).toThrow(RegexUnsupportedError);
  });
});
