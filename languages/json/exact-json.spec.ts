import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactNumber } from './exact-number.ts';
import { formatExact } from './format-exact.ts';
import { memberKey, memberName } from './member-names.ts';
import { compareNumbers, normalizedNumber } from './number-order.ts';
import { parseExact } from './parse-exact.ts';

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,40})$/);
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(fc.stringMatching(/^\d{1,30}$/)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat(600))),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      sign + whole + (fraction === null ? '' : `.${fraction}`) + (power === null ? '' : power.join('')),
  );
const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '$__proto__', '$number', '$$number', 'constructor', 'a', 'A', '1', '01', ''),
);
/** Any JSON string, including lone surrogates. */
const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('1.0', '{"$number":"1"}', '"$number":', String.raw`\\"`),
);

/** JSON text without whitespace, as `JSON.stringify` writes it for values that doubles represent exactly. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 8, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    numberText,
    string.map((text) => JSON.stringify(text)),
    fc.array(tie('json')).map((values) => `[${values.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(key, tie('json')), { selector: ([name]) => name })
      // JavaScript lists integer keys first, regardless of their original order.
      .map((members) => members.filter(([name]) => !/^(?:0|[1-9]\d*)$/.test(name)))
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ),
}));

describe('JSON without losing numbers', () => {
  it('reproduces any text byte for byte', () => {
    fc.assert(
      fc.property(json, (text) => {
        const value = parseExact(text);
        expect(formatExact(value)).toBe(text);
        expect(formatExact(structuredClone(value))).toBe(text);
        expect(formatExact(JSON.parse(JSON.stringify(value)))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reproduces any indented text, and accepts whitespace between tokens', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(formatExact(parseExact(formatExact(parseExact(text), 2)))).toBe(text);
      }),
    );
  });

  it('reads numbers that no double represents as exact numbers, and everything else like JSON.parse', () => {
    expect(parseExact('[638682624000000001, 1.0, 1e400, -0, 1E5, 0.1000000000000000055]')).toEqual([
      { $number: '638682624000000001' },
      { $number: '1.0' },
      { $number: '1e400' },
      { $number: '-0' },
      { $number: '1E5' },
      { $number: '0.1000000000000000055' },
    ]);
    expect(parseExact('[1, -2.5, 1e+21, 9007199254740991, "1.0", "\\"1.0"]')).toEqual([
      1,
      -2.5,
      1e21,
      9007199254740991,
      '1.0',
      '"1.0',
    ]);
  });

  it('never sets a prototype, even from a member whose name is written with escapes', () => {
    const value = parseExact(String.raw`{"\u005f_proto__": {"a": 1}, "__proto\u005f_" : 2, "$number":"1.0"}`);
    expect(Object.keys(value as object)).toEqual(['$__proto__', '$$number']);
    expect(formatExact(value)).toBe('{"__proto__":2,"$number":"1.0"}');
    expect(isExactNumber(value)).toBe(false);
  });

  it('rejects invalid JSON with the position in the original text', () => {
    for (const text of ['[1.0, 01]', '[1.0.0]', '{1.0: 2}', '["1.0]', '[1.0 2.0]', '[-]', '[1.]', '1.0"']) {
      const message = messageOf(() => JSON.parse(text));
      expect(message).not.toBe('');
      expect(messageOf(() => parseExact(text))).toBe(message);
    }
  });

  it('rejects and accepts the same texts as JSON.parse', () => {
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom('', '"', '1', '.', 'e', '-', ',', '\\', '}', ' '),
        (text, at, piece) => {
          const place = at % (text.length + 1);
          const broken = text.slice(0, place) + piece + text.slice(place + (piece === '' ? 1 : 0));
          expect(messageOf(() => parseExact(broken))).toBe(messageOf(() => JSON.parse(broken)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('passes the name of each key', () => {
    fc.assert(
      fc.property(key, (name) => {
        expect(memberName(memberKey(name))).toBe(name);
      }),
    );
    expect(memberKey('__proto__')).not.toBe('__proto__');
  });
});

describe('the order of exact numbers', () => {
  const number = (text: string) => parseExact(text) as number;

  it('follows their digits', () => {
    const ascending = [
      '-1e400',
      '-9007199254740993',
      '-9007199254740992',
      '-0.1',
      '0',
      '1e-400',
      '0.1',
    ].concat([
      '0.1000000000000000055',
      '9007199254740992',
      '9007199254740993',
      '12345678901234567890',
      '1e400',
    ]);
    const read = ascending.map(number);
    read.forEach((one, at) =>
      read.forEach((other, place) =>
        expect(Math.sign(compareNumbers(one, other))).toBe(Math.sign(at - place)),
      ),
    );
  });

  it('agrees with integers of any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareNumbers(number(String(a)), number(String(b))))).toBe(expected);
      }),
    );
  });

  it('has one normal form for each number', () => {
    expect(normalizedNumber(number('1.0'))).toBe(1);
    expect(normalizedNumber(number('-0'))).toBe(-0);
    expect(normalizedNumber(number('1E5'))).toBe(100_000);
    expect(normalizedNumber(number('9007199254740993.00'))).toEqual({ $number: '9007199254740993' });
    expect(normalizedNumber(number('9.007199254740993e15'))).toEqual({ $number: '9007199254740993' });
    expect(normalizedNumber(number('10e999999'))).toEqual({ $number: '1e1000000' });
    fc.assert(
      fc.property(numberText, (text) => {
        const value = number(text);
        expect(compareNumbers(normalizedNumber(value), value)).toBe(0);
      }),
    );
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
