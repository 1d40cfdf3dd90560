import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { writeTable } from './write-table.ts';

async function written(names: readonly string[], batches: readonly (readonly ResultCell[])[][]) {
  const chunks: Uint8Array[] = [];
  let cutCells = 0;
  let rows = 0;
  for await (const piece of writeTable('excel', names, batches)) {
    chunks.push(piece.chunk as Uint8Array);
    ({ rows, cutCells } = piece);
  }
  const { sheets } = await readXlsx(Buffer.concat(chunks));
  return { rows, cutCells, sheet: sheets[0]?.rows ?? [] };
}

describe('an Excel workbook', () => {
  it('contains the cell values and no formulas', async () => {
    const cells = ['=1+1', ' <&> "x" ', '_x0041_', 'a\u0001b', 'two\nlines', '😀', 1.5, -7, true, null];
    const { sheet, rows } = await written(
      cells.map((_, at) => `=${at}`),
      [[cells], [cells]],
    );
    expect(rows).toBe(2);
    expect(sheet[0]).toEqual(cells.map((_, at) => `=${at}`));
    expect(sheet[1]?.slice(0, 9)).toEqual(cells.slice(0, 9));
    expect(sheet[1]?.[9] ?? null).toBeNull();
    expect(sheet[2]?.slice(0, 9)).toEqual(cells.slice(0, 9));
  });

  it('stores dates as dates in date columns, and as text in mixed columns', async () => {
    const time = '2026-11-20T22:14:07.000Z';
    const { sheet } = await written(
      ['when', 'mixed', 'early'],
      [
        [
          [time, time, '1776-07-04T00:00:00.000Z'],
          [null, 'x', null],
        ],
        [
          ['never', 5, null],
          [5, time, null],
        ],
      ],
    );
    expect(sheet[1]).toEqual([new Date(time), time, '1776-07-04T00:00:00.000Z']);
    // Excel would show a number in a date column as a day.
    expect(sheet.slice(3).map((row) => row.slice(0, 2))).toEqual([
      ['never', 5],
      ['5', time],
    ]);
  });

  it('stores numbers with all of their digits', async () => {
    const { sheet } = await written(['n'], [[[9_007_199_254_740_991], [123_456_789_012_345], [0.1]]]);
    expect(sheet.slice(1)).toEqual([['9007199254740991'], [123_456_789_012_345], [0.1]]);
  });

  it('truncates texts to the cell limit and counts the truncated cells', async () => {
    const { sheet, cutCells } = await written(['t'], [[['x'.repeat(32_767)], ['y'.repeat(32_768)]]]);
    expect(cutCells).toBe(1);
    expect(String(sheet[2]?.[0])).toHaveLength(32_767);
  });

  it('has a header when there are no rows', async () => {
    expect((await written(['a', 'b'], [])).sheet[0]).toEqual(['a', 'b']);
  });

  it('is rejected with more columns than Excel allows', async () => {
    const names = Array.from({ length: 16_385 }, (_, at) => `c${at}`);
    await expect(written(names, [])).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('Choose CSV') },
    });
  });
});
