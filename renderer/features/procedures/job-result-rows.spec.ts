import { describe, expect, it } from 'vitest';
import { resultRows } from './job-result-rows.ts';

describe('the result of a job', () => {
  it('is a table if it has the format of a query result, with the columns of all rows', () => {
    const Results = [{ Row: { ID: 1, Name: 'a' } }, { Row: { ID: 2, more: { b: 1 } } }];
    expect(resultRows(JSON.stringify({ FullCount: 2, Results }))).toEqual({
      columns: [
        { key: '0', title: 'ID' },
        { key: '1', title: 'Name' },
        { key: '2', title: 'more' },
      ],
      rows: [
        [1, 'a', null],
        [2, null, { b: 1 }],
      ],
    });
  });

  it.each(['7', 'null', '[]', '{}', '{"Results":[]}', '{"Results":[7]}', '{"Results":[{"Row":null}]}'])(
    'is no table for %s',
    (text) => {
      expect(resultRows(text)).toBeUndefined();
    },
  );
});
