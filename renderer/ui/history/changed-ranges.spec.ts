import { describe, expect, it } from 'vitest';
import { changedRanges } from './changed-ranges.ts';

const apply = (before: string, after: string): string =>
  changedRanges(before, after).reduceRight(
    (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
    before,
  );

describe('changedRanges', () => {
  it('are the smallest that turn one text into the other', () => {
    expect(changedRanges('{"a": 1}', '{"a": 12}')).toEqual([{ from: 7, to: 7, insert: '2' }]);
    expect(changedRanges('abcd', 'ad')).toEqual([{ from: 1, to: 3, insert: '' }]);
    expect(changedRanges('same', 'same')).toEqual([]);
  });

  it('never split a character at either end', () => {
    expect(changedRanges('aa', 'aaa')).toEqual([{ from: 2, to: 2, insert: 'a' }]);
    expect(changedRanges('aaa', 'aa')).toEqual([{ from: 2, to: 3, insert: '' }]);
  });

  it('are separated by lines, if there are equally many', () => {
    expect(changedRanges('a1\nsame\nb1', 'a2\nsame\nb22')).toEqual([
      { from: 1, to: 2, insert: '2' },
      { from: 9, to: 10, insert: '22' },
    ]);
    expect(changedRanges('a\nb\nc', 'x\nc\nd\ne')).toEqual([{ from: 0, to: 5, insert: 'x\nc\nd\ne' }]);
  });

  it.each([
    ['', 'new'],
    ['old', ''],
    ['one\ntwo', 'two\none'],
    ['😀\n😀', '😃\n😃'],
    ['\n\n', 'a\n\nb'],
  ])('turn %j into %j', (before, after) => expect(apply(before, after)).toBe(after));
});
