import { describe, expect, it } from 'vitest';
import { pagingText, readPaging, wholePaging } from './paging.ts';

describe('paging options', () => {
  it("default to all rows in the procedure's order", () => {
    expect(readPaging({})).toEqual({ ok: true, paging: wholePaging });
    expect(pagingText(wholePaging)).toBe('');
  });

  it('are shown as sent', () => {
    const entered = {
      pageSize: '1000',
      page: '2',
      sortBy: ' Name, ID ,',
      order: 'descending',
      caching: '-2',
    };
    const read = readPaging(entered);
    expect(read.ok && pagingText(read.paging)).toBe(
      'Args: {PageNumber: 2, PageSize: 1000, SortBy: "Name,ID", direction: "false", Caching: -2}',
    );
  });

  it.each([
    [{ pageSize: '0' }, 'pageSize'],
    [{ pageSize: '10001' }, 'pageSize'],
    [{ pageSize: 'many' }, 'pageSize'],
    [{ pageSize: '10', page: '-1' }, 'page'],
    [{ page: '2' }, 'pageSize'],
  ])('are rejected with the name of the field: %j', (entered, name) => {
    expect(readPaging(entered)).toMatchObject({ ok: false, problems: [{ name }] });
  });
});
