import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextMerge } from './text-merge.svelte.ts';

const text = (...lines: string[]): string => lines.join('\n');
const base = text('a', 'b', 'c', 'd', 'e');

/** Two conflicts, of the second and the fourth line. */
function twoConflicts() {
  const merge = new TextMerge({
    base,
    mine: text('a', 'B', 'c', 'D', 'D2', 'e'),
    theirs: text('a', 'bb', 'bbb', 'c', 'dd', 'e'),
  });
  const [first, second] = merge.blocks;
  if (first === undefined || second === undefined) throw new Error('Two conflicts expected');
  return { merge, first, second };
}

describe('a merge', () => {
  it('shows the base of a conflict until it is resolved', () => {
    const { merge } = twoConflicts();
    expect(merge.shown).toBe(base);
    expect(merge.unresolved.map(({ number }) => number)).toEqual([1, 2]);
  });

  it.each([
    ['mine', text('a', 'B', 'c', 'd', 'e')],
    ['theirs', text('a', 'bb', 'bbb', 'c', 'd', 'e')],
    ['both', text('a', 'B', 'bb', 'bbb', 'c', 'd', 'e')],
  ] as const)('accepts %s for one conflict and leaves the other', (choice, expected) => {
    const { merge, first, second } = twoConflicts();
    expect(merge.textWith(first, choice)).toBe(expected);
    expect(merge.shown).toBe(base);
    merge.accept(first, choice);
    expect(merge.shown).toBe(expected);
    expect(merge.unresolved).toEqual([second]);
    expect(merge.placeOf(second.region)).toEqual({ from: expected.split('\n').length - 2, count: 1 });
  });

  it('undoes choices and edits one by one, and makes several typed letters one step', () => {
    const { merge, first, second } = twoConflicts();
    merge.accept(first, 'both');
    merge.write(merge.shown.replace('\nd\n', '\nd 1\n'));
    merge.write(merge.shown.replace('\nd 1\n', '\nd 12\n'));
    expect(merge.choiceOf(second)).toBe('edited');
    merge.undo();
    expect(merge.choiceOf(second)).toBeUndefined();
    expect(merge.choiceOf(first)).toBe('both');
    merge.undo();
    expect(merge.shown).toBe(base);
    expect(merge.mayUndo).toBe(false);
  });

  it('resolves all that are left in one step', () => {
    const { merge, first } = twoConflicts();
    merge.accept(first, 'theirs');
    merge.acceptAll('mine');
    expect(merge.shown).toBe(text('a', 'bb', 'bbb', 'c', 'D', 'D2', 'e'));
    merge.undo();
    expect(merge.unresolved).toHaveLength(1);
  });

  it('moves the conflicts below an edit, and resolves the one that was edited', () => {
    const { merge, first, second } = twoConflicts();
    merge.write(`new\n${merge.shown}`);
    expect(merge.placeOf(first.region)).toEqual({ from: 2, count: 1 });
    expect(merge.unresolved).toHaveLength(2);
    merge.write(merge.shown.replace('\nb\n', '\nb1\nb2\n'));
    expect(merge.placeOf(first.region)).toEqual({ from: 2, count: 2 });
    expect(merge.placeOf(second.region)).toEqual({ from: 5, count: 1 });
    expect(merge.unresolved).toEqual([second]);
  });

  it('takes a line typed where both inserted something as the resolution', () => {
    const merge = new TextMerge({
      base: text('a', 'b'),
      mine: text('a', 'X', 'b'),
      theirs: text('a', 'Y', 'b'),
    });
    const [block] = merge.blocks;
    expect(merge.placeOf(block?.region ?? 0)).toEqual({ from: 1, count: 0 });
    merge.write(text('a', 'Z', 'b'));
    expect(merge.unresolved).toEqual([]);
  });

  it('keeps the line ends of the tenant', () => {
    const merge = new TextMerge({ base: 'a\r\nb\r\n', mine: 'A\r\nb\r\n', theirs: 'AA\r\nb\r\n' });
    merge.acceptAll('mine');
    expect(merge.text).toBe('A\r\nb\r\n');
  });

  it('keeps every place within the text, whatever is typed', () => {
    const typed = fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 6 }), (edits) => {
        const { merge } = twoConflicts();
        for (const lines of edits) merge.write(lines.join('\n'));
        for (const [index] of merge.regions.entries()) {
          const { from, count } = merge.placeOf(index);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(count).toBeGreaterThanOrEqual(0);
          expect(from + count).toBeLessThanOrEqual(merge.lineCount);
        }
      }),
    );
  });
});
