import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRegions, withMergedLineEnds } from './merge-regions.ts';

const text = (...lines: string[]): string => lines.join('\n');

describe('the regions of a merge', () => {
  it('are merged where one side changed lines, and a conflict where both did', () => {
    const base = text('a', 'b', 'c', 'd', 'e');
    const theirs = text('A', 'b', 'THEIRS', 'd', 'e');
    const mine = text('a', 'b', 'MINE', 'more', 'd', 'E');
    expect(mergeRegions(base, theirs, mine)).toEqual([
      { kind: 'theirs', lines: ['A'] },
      { kind: 'same', lines: ['b'] },
      {
        kind: 'conflict',
        base: ['c'],
        theirs: ['THEIRS'],
        mine: ['MINE', 'more'],
        at: { base: 2, theirs: 2, mine: 2 },
      },
      { kind: 'same', lines: ['d'] },
      { kind: 'mine', lines: ['E'] },
    ]);
  });

  it('leave what both sides changed in the same way out of a conflict', () => {
    const regions = mergeRegions(text('a', 'b'), text('X', 'theirs', 'b'), text('X', 'mine', 'b'));
    expect(regions.map(({ kind }) => kind)).toEqual(['both', 'conflict', 'same']);
    expect(mergeRegions('a', 'x', 'x').map(({ kind }) => kind)).toEqual(['both']);
  });

  it('have every line of both sides, once mine or theirs is chosen', () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        const same = (regions: ReturnType<typeof mergeRegions>, side: 'mine' | 'theirs') =>
          regions.flatMap((region) => (region.kind === 'conflict' ? region[side] : region.lines)).join('\n');
        // With only one side changed, nothing is to decide.
        expect(same(mergeRegions(base, base, other), 'mine')).toBe(other);
        expect(same(mergeRegions(base, other, base), 'theirs')).toBe(other);
        expect(same(mergeRegions(base, other, other), 'theirs')).toBe(other);
      }),
    );
  });

  it('keep the line ends of the tenant, unless yours changed them', () => {
    const sides = { base: 'a\r\nb', theirs: 'A\r\nb', mine: 'a\r\nB' };
    expect(withMergedLineEnds(sides, 'A\nB')).toBe('A\r\nB');
    expect(withMergedLineEnds({ ...sides, mine: 'a\nb' }, 'A\nb')).toBe('A\nb');
  });
});
