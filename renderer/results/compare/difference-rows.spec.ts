import { describe, expect, it } from 'vitest';
import { differenceRows, pairAt, cellLabel } from './difference-rows.ts';

const shape = { keys: 1, pairs: 2, alone: 0, isStrict: true };
const rows = [
  ['different', '["A"]', 'k1', 'old', 'new', 1, 1],
  ['only left', null, 'k2', 'x', null, 2, null],
  ['only right', null, 'k3', null, 'y', null, 3],
] as const;
const table = { count: 3, row: (index: number) => rows[index], sample: rows };

describe('rows of differences', () => {
  it('have one cell for both values of a column', () => {
    const shown = differenceRows(table, [0, 1], shape);
    expect([0, 1, 2].map((row) => shown.row(row))).toEqual([
      ['different', 'k1', 'old → new', 1],
      ['only left', 'k2', 'x', 2],
      ['only right', 'k3', 'y', 3],
    ]);
    expect(differenceRows(table, [1], shape).row(0)).toEqual(['different', 'k1', 1]);
    expect(shown.row(9)).toBeUndefined();
  });

  it('have those of one side after the shared ones', () => {
    const row = [...rows[0], 'l', 'r'];
    const wide = { count: 1, row: () => row, sample: [row] };
    expect(differenceRows(wide, [1], { ...shape, alone: 2 }).row(0)).toEqual([
      'different',
      'k1',
      1,
      'l',
      'r',
    ]);
  });

  it('are as strict as the comparison', () => {
    const row = ['different', '[]', 'k', 1, '1'];
    expect(pairAt(row, 0, shape).isChanged).toBe(true);
    expect(pairAt(row, 0, { ...shape, isStrict: false }).isChanged).toBe(false);
  });

  it('distinguish the types of values', () => {
    expect([
      cellLabel(null, ''),
      cellLabel('', null),
      cellLabel('1', 1),
      cellLabel(1, '1'),
      cellLabel(' x', 'x'),
      cellLabel('x', 'y'),
    ]).toEqual([...['null', '""', '"1"', '1', '" x"', 'x']]);
  });
});
