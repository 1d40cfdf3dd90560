import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameText, mergeSets, mergeTexts } from './three-way-merge.ts';

const text = fc
  .array(fc.constantFrom('one', 'two', 'three', ''), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

describe('mergeTexts', () => {
  it('takes the only side that changed', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, base, changed)).toEqual({ merged: changed, isClean: true });
        expect(mergeTexts(base, changed, base)).toEqual({ merged: changed, isClean: true });
      }),
    );
  });

  it('takes a change that both sides made once', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, changed, changed)).toEqual({ merged: changed, isClean: true });
      }),
    );
  });

  it('merges changes of different lines', () => {
    expect(mergeTexts('a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE')).toEqual({
      merged: 'A\nb\nc\nd\nE',
      isClean: true,
    });
  });

  it('marks lines that both sides changed, with the text of each side', () => {
    const { merged, isClean } = mergeTexts('a\nb\nc', 'a\ntheirs\nc', 'a\nmine\nc');
    expect(isClean).toBe(false);
    expect(merged).toBe(
      'a\n<<<<<<< yours\nmine\n||||||| when you started\nb\n=======\ntheirs\n>>>>>>> in the tenant\nc',
    );
  });

  it('preserves the line ends of every unchanged line', () => {
    expect(mergeTexts('a\r\nb\nc\rd', 'a\r\nb\nc\rd\r', 'A\r\nb\nc\rd').merged).toBe('A\r\nb\nc\rd\r');
    expect(mergeTexts('a\r\nb\r\nc', 'a\r\nb\r\nC', 'a\nb\nc').merged).toBe('a\nb\nC');
  });

  it('ignores different line ends', () => {
    expect(mergeTexts('a\nb', 'a\r\nb', 'a\nB')).toEqual({ merged: 'a\r\nB', isClean: true });
    expect(isSameText('a\r\nb\r', 'a\nb\n')).toBe(true);
  });
});

describe('mergeSets', () => {
  const set = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));

  it('has what either side added and lacks what either side removed', () => {
    fc.assert(
      fc.property(set, set, set, (base, theirs, mine) => {
        const merged = mergeSets(base, theirs, mine);
        expect(new Set(merged).size).toBe(merged.length);
        for (const member of ['a', 'b', 'c', 'd', 'e']) {
          const isExpected = base.includes(member)
            ? theirs.includes(member) && mine.includes(member)
            : theirs.includes(member) || mine.includes(member);
          expect(merged.includes(member)).toBe(isExpected);
        }
      }),
    );
  });
});
