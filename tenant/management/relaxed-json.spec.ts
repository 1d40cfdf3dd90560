import JSON5 from 'json5';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOfRelaxed } from './relaxed-json.ts';

describe('a hand-written request body', () => {
  it.each([
    ['{ticks: 638682624000000001}', '{"ticks":638682624000000001}'],
    ['{ticks: -638682624000000001, /* 9007199254740993 */}', '{"ticks":-638682624000000001}'],
    [
      '[+9007199254740993, 1.0, 1e400, .12345678901234567890, 5.]',
      '[9007199254740993,1.0,1e400,0.12345678901234567890,5]',
    ],
    ['{a: 0x7fffffffffffffff}', '{"a":9223372036854775807}'],
    [
      "{'9007199254740993': '9007199254740993', n9007199254740993: 1}",
      '{"9007199254740993":"9007199254740993","n9007199254740993":1}',
    ],
    ['{a: "it\\\'s 9007199254740993"} // 9007199254740993', '{"a":"it\'s 9007199254740993"}'],
  ])('keeps every digit of %s', (text, json) => {
    expect(jsonOfRelaxed(text)).toBe(json);
  });

  it('is parsed like JSON5 if no digit is lost', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const text = JSON5.stringify(JSON.parse(json));
        expect(JSON.parse(jsonOfRelaxed(text))).toEqual(JSON5.parse(text));
      }),
    );
  });

  it.each(['{a: 010}', '{a: 1 2}', '{a: 0x}', "{a: '9"])('is rejected if it is invalid JSON5: %s', (text) => {
    expect(() => jsonOfRelaxed(text)).toThrow(SyntaxError);
  });
});
