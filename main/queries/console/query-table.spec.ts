import { describe, expect, it } from 'vitest';
import { cellsOf, columnsOf } from './query-table.ts';

describe('a page of a result', () => {
  it('uses the columns named by the tenant, or those of its rows', () => {
    const rows = [{ a: 1 }, { b: 2 }];
    expect(columnsOf({ columns: undefined, rows }).map(({ name }) => name)).toEqual(['a', 'b']);
    const columns = [{ name: 'b', type: '12', table: '' }];
    expect(columnsOf({ columns, rows })).toEqual([{ name: 'b', type: '12' }]);
  });

  it('converts dates to ISO 8601 and nested values to JSON', () => {
    const columns = ['date', 'early', 'offset', 'no', 'far', 'list', 'gone'].map((name) => ({
      name,
      type: '',
    }));
    const row = {
      date: '/Date(1700000000000)/',
      early: '/Date(-62135596800000)/',
      offset: '/Date(1700000000000+0200)/',
      no: 'see /Date(1)/',
      far: '/Date(99999999999999999)/',
      list: [1, { a: 2 }],
    };
    expect(cellsOf(row, columns)).toEqual([
      '2023-11-14T22:13:20.000Z',
      '0001-01-01T00:00:00.000Z',
      '2023-11-14T22:13:20.000Z',
      'see /Date(1)/',
      '/Date(99999999999999999)/',
      '[1,{"a":2}]',
      null,
    ]);
  });
});
