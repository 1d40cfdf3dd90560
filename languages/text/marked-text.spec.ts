import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedText, spelledOut } from './marked-text.ts';

/** The text with its marks in brackets. */
function drawn(text: string, isName = false): string {
  return markedText(text, { isName })
    .map((segment) => (segment.kind === 'plain' ? segment.text : `[${segment.label}]`))
    .join('');
}

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

describe('marks for invisible characters', () => {
  it.each([
    ['Te\u200Bam', 'Te[ZWSP]am'],
    ['\u202E} // admin\u2066', '[RLO]} // admin[LRI]'],
    ['a\u061Cb\u200Eb\u200Fc\u202Ad\u2068e\u2069', 'a[ALM]b[LRM]b[RLM]c[LRE]d[FSI]e[PDI]'],
    ['\uFEFFvar a', '[BOM]var a'],
    ['pass\u00ADword\u2060', 'pass[SHY]word[WJ]'],
    ['\u0000\u001B\u007F\u0085', '[NUL][ESC][DEL][NEL]'],
    ['a\u00A0b\u202Fc\u2003d\u3000e', 'a[NBSP]b[NNBSP]c[EMSP]d[IDSP]e'],
    ['a\u2028b\u2029c', 'a[LSEP]b[PSEP]c'],
    ['\u3164\u115F\u1160\uFFA0\u2800', '[HF][HCF][HJF][HWHF][BLANK]'],
    ['A\uFE0Fb\u{E0101}', 'A[VS16]b[VS18]'],
    ['a\u034Fb\u17B4\u180E', 'a[CGJ]b[KIV][MVS]'],
    ['a\uD800b', 'a[U+D800]b'],
    ['a\uFFFEb\uFFF9', 'a[U+FFFE]b[IAA]'],
    ['\u200B\u200B\u200B', '[ZWSP ×3]'],
    [`a${tags('ignore')}`, 'a[TAG ×6]'],
  ])('draws %j as %s', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it('names each with its code point, and decodes tag characters', () => {
    const names = markedText(`\u202E${tags('hi')}\u0007`).flatMap((segment) =>
      segment.kind === 'mark' ? [segment.name] : [],
    );
    expect(names).toEqual(['U+202E RIGHT-TO-LEFT OVERRIDE', '2 tag characters: “hi”', 'U+0007 ALERT']);
  });

  it.each([
    ['plain text\nwith\ttabs\r\n'],
    ['שלום עולם'],
    ['مرحبا بالعالم'],
    ['Zoë Müller-Łukasz, 東京　株式会社'],
    ['می\u200Cخواهم'],
    ['شرکت\u200Cها'],
    ['क्\u200Dष'],
    ['ක්\u200Dය'],
    ['👨\u200D👩\u200D👧 family'],
    ['🏳\uFE0F\u200D🌈 and 🏳\u200D🌈'],
    ['👩🏽\u200D🚒'],
    ['❤\uFE0F ☺\uFE0F 1\uFE0F\u20E3'],
    [`🏴${tags('gbsct')}\u{E007F}`],
    ['葛\u{E0100}城'],
  ])('leaves %j as it is', (text) => {
    expect(markedText(text).filter(({ kind }) => kind === 'mark')).toEqual([]);
  });

  it.each([
    ['a\u200Db', 'a[ZWJ]b'],
    ['Te\u200Cam', 'Te[ZWNJ]am'],
    // The letter before doesn't join, so it would be invisible.
    ['د\u200Cر', 'د[ZWNJ]ر'],
    ['می\u200C\u200Cخواهم', 'می[ZWNJ ×2]خواهم'],
    ['می\u200C', 'می[ZWNJ]'],
    ['😀\u200D😀', '😀[ZWJ]😀'],
    ['😀\uFE0F', '😀[VS16]'],
    ['❤\uFE0F\uFE0F', '❤\uFE0F[VS16]'],
    [`🏴${tags('evil')}\u{E007F}`, '🏴[TAG ×5]'],
    [`😀${tags('x')}`, '😀[TAG]'],
  ])('marks what the script does not need: %j', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it.each([
    ['a\nb\tc\rd', 'a[LF]b[TAB]c[CR]d'],
    [' Team ', '[SP]Team[SP]'],
    ['a   b', 'a [SP ×2]b'],
    ['Acme Production', 'Acme Production'],
  ])('marks what HTML would drop in the name %j', (name, expected) => {
    expect(drawn(name, true)).toBe(expected);
  });

  it.each([
    ['https://аpple.com/x', 'https://аpple.com[xn--pple-43d.com]/x'],
    ['https://xn--pple-43d.com:8443/x', 'https://xn--pple-43d.com[аpple.com]:8443/x'],
    ['https://user@bücher.example/', 'https://user@bücher.example[xn--bcher-kva.example]/'],
    ['https://%D0%B0pple.com', 'https://%D0%B0pple.com[xn--pple-43d.com]'],
    ['https://ｅxample.com', 'https://ｅxample.com[example.com]'],
    ['xn--pple-43d.com', 'xn--pple-43d.com[аpple.com]'],
    ['аpple.com', 'аpple.com[xn--pple-43d.com]'],
    ['https://example.com/a?b=ä', 'https://example.com/a?b=ä'],
    ['Müller.Personal', 'Müller.Personal'],
    ['// Größe der Liste', '// Größe der Liste'],
    ['xn--', 'xn--'],
  ])('shows the other form of a host: %s', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it('isolates right-to-left words, so that they move nothing next to them', () => {
    expect(markedText("x('שלום עולם') + 'אב' // 1")).toEqual([
      { kind: 'plain', text: "x('" },
      { kind: 'plain', text: 'שלום עולם', isRightToLeft: true },
      { kind: 'plain', text: "') + '" },
      { kind: 'plain', text: 'אב', isRightToLeft: true },
      { kind: 'plain', text: "' // 1" },
    ]);
    expect(markedText('می\u200Cخواهم')).toEqual([
      { kind: 'plain', text: 'می\u200Cخواهم', isRightToLeft: true },
    ]);
  });

  it('never loses or adds a character of the text itself', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\u200B', '\u200D', '👩', '\uFE0F', '\uD800', ' ', '\n', 'https://аpple.com', '\u202E'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), fc.boolean(), (pieces, isName) => {
        const text = pieces.join('');
        expect(
          markedText(text, { isName })
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('makes any two different names of ASCII and hidden characters look different', () => {
    const name = fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          ' ',
          '\u200B',
          '\u200C',
          '\u200D',
          '\u00A0',
          '\u00AD',
          '\u202E',
          '\t',
          '\n',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other);
        expect(drawn(one, true)).not.toBe(drawn(other, true));
      }),
    );
  });

  it('draws repeated characters as one mark, so that a text does not grow a thousandfold', () => {
    expect(markedText('\u200B'.repeat(200_000))).toHaveLength(1);
  });

  it('spells them out in plain text', () => {
    expect(spelledOut('Te\u200Bam\u202E')).toBe('Te<U+200B>am<U+202E>');
    expect(spelledOut('a\nb', { isName: true })).toBe('a<U+000A>b');
    expect(spelledOut('https://аpple.com/')).toBe('https://аpple.com (xn--pple-43d.com)/');
  });
});
