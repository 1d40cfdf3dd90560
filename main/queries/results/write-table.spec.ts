import { describe, expect, it } from 'vitest';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { writeTable } from './write-table.ts';

/** The file of a running query whose second page has one more column. */
async function written(format: ResultFormat): Promise<string> {
  let names = ['a'];
  function* batches(): Generator<ResultCell[][]> {
    yield [[1]];
    yield [];
    names = ['a', 'b'];
    yield [[2, 'two']];
  }
  let text = '';
  for await (const { chunk } of writeTable(format, names, batches(), () => names)) text += String(chunk);
  return text;
}

describe('a column that comes with a later page', () => {
  it('is a member of its rows in JSON', async () => {
    expect(JSON.parse(await written('json'))).toEqual([{ a: 1 }, { a: 2, b: 'two' }]);
    expect(await written('json-lines')).toBe('{"a":1}\n{"a":2,"b":"two"}\n');
  });

  it.each(['csv', 'csv-excel', 'markdown'] as const)('is not skipped in %s silently', async (format) => {
    await expect(written(format)).rejects.toThrow('sent the column “b” after the header');
  });
});
