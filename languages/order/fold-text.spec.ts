import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, plainLetters, searchTerms } from './fold-text.ts';

describe('case-insensitive text', () => {
  it.each([
    ['MÜLLER', 'müller'],
    ['ИВАН', 'иван'],
    ['Cafe\u0301', 'CAFÉ'],
    ['straße', 'STRASSE'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
    ['\u212a', 'k'],
    ['ﬁn', 'FIN'],
  ])('treats %j and %j as equal', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it('distinguishes letters that differ in more than case', () => {
    expect(foldText('é')).not.toBe(foldText('e'));
    expect(foldText('a\0b')).toBe('a\0b');
  });

  it('is the same for any text, its other case and its other normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.toUpperCase())).toBe(folded);
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });

  it('has no diacritics when lists are searched', () => {
    expect(plainLetters('Zürich ŠKODA')).toBe('zurich skoda');
    expect(searchTerms('  Zürich  ŠKODA ')).toEqual(['zurich', 'skoda']);
  });
});
