import { describe, expect, it } from 'vitest';
import {
  countChanges,
  diffLines,
  foldUnchanged,
  numberChanges,
  pairLines,
  changedRanges,
} from './diff-lines.ts';

describe('diff of lines', () => {
  it('numbers the lines of both sides', () => {
    const lines = diffLines('a\nb\nc', 'a\nB\nnew\nc');
    expect(lines.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
      ['same', 'a', 1, 1],
      ['removed', 'b', 2, undefined],
      ['added', 'B', undefined, 2],
      ['added', 'new', undefined, 3],
      ['same', 'c', 3, 4],
    ]);
    expect(countChanges(lines)).toEqual({ added: 2, removed: 1 });
  });

  it('marks only the words that changed', () => {
    const before = "setAudience('https://old.example/saml');";
    const after = "setAudience('https://new.example/saml');";
    const marks = changedRanges(before, after);
    expect(marks.removed.map(({ from, to }) => before.slice(from, to))).toEqual(['old']);
    expect(marks.added.map(({ from, to }) => after.slice(from, to))).toEqual(['new']);
  });

  it('does not mark words of lines that have next to nothing in common', () => {
    expect(changedRanges('alpha beta gamma', 'one two three four')).toEqual({ removed: [], added: [] });
  });

  it('treats all line endings as equal', () => {
    expect(countChanges(diffLines('a\r\nb', 'a\nb'))).toEqual({ added: 0, removed: 0 });
  });

  it('shows a new text as added lines only', () => {
    expect(diffLines('', 'a\nb').map(({ kind }) => kind)).toEqual(['added', 'added']);
    expect(diffLines('', '')).toEqual([]);
  });

  it('puts lines that replace each other side by side', () => {
    const pairs = pairLines(diffLines('a\nb\nz', 'a\nB\nC\nz'));
    expect(pairs.map(({ before, after }) => [before?.text, after?.text])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      [undefined, 'C'],
      ['z', 'z'],
    ]);
  });

  it('collapses what is far from a change and loses no row', () => {
    const rows = [...'ssssssssXsssss'];
    const parts = foldUnchanged(rows, (row) => row === 's', 2);
    expect(parts.map(({ folded, rows: part }) => [folded, part.length])).toEqual([
      [true, 6],
      [false, 5],
      [false, 3],
    ]);
    expect(parts.flatMap((part) => part.rows)).toEqual(rows);
  });

  it('counts neighboring changed lines as one change', () => {
    const lines = diffLines('a\nb\nc\nd', 'A\nB\nc\nd\ne');
    const numbers = numberChanges(lines, ({ kind }) => kind === 'same');
    expect(lines.map((line) => numbers.get(line))).toEqual([1, 1, 1, 1, undefined, undefined, 2]);
  });
});
