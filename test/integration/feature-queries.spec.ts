import { describe, expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const run = (text: string, parameters: Record<string, string | number | null | string[]> = {}) =>
  on.desk.call('queries.run', { tenantId: on.desk.tenantId, text, parameters });

describe('a query', () => {
  it('returns columns, rows, and the count of the tenant', async () => {
    const result = await run('Select ID, Name from Role ORDER BY Name COLLATE NOCASE');
    expect(result.columns.map(({ name }) => name)).toEqual(['ID', 'Name']);
    expect(result.rows).toHaveLength(result.fullCount);
    expect(result.fullCount).toBeGreaterThan(5);
    expect(result.sentText).toBe('Select ID, Name from Role ORDER BY Name COLLATE NOCASE');
  });

  it.each(["O'Brien", "' OR 1=1 --", "'; DROP TABLE Role; --", '/* x', ':Name', '\\', '"'])(
    'treats the parameter %j only as a value',
    async (value) => {
      const result = await run(
        "Select :value AS answer, 'a:b' AS fixed, Count(*) AS n from Role where Name = :value",
        {
          value,
        },
      );
      expect(result.rows).toEqual([[value, 'a:b', 0]]);
    },
  );

  it.each([0, 1, 999, 1000, 1001, 10_001, 100_001])(
    'of %i rows is counted completely, however many are shown',
    async (rows) => {
      const text = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001) SELECT i FROM n WHERE i <= ${rows}`;
      const result = await on.desk.call('queries.run', { tenantId: on.desk.tenantId, text });
      expect(result).toMatchObject({ fullCount: rows, isCounted: true });
      expect(result.rows).toHaveLength(Math.min(rows, 1000));
    },
  );

  it('takes lists for IN', async () => {
    const { rows } = await run('Select ID from Role where ID IN :ids', { ids: ['Everybody', "no'body"] });
    expect(rows).toEqual([['Everybody']]);
  });

  it('has dates as ISO 8601', async () => {
    const { rows } = await run('Select WhenOccurred from Event LIMIT 1');
    expect(rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('with a missing parameter is rejected before anything is sent', async () => {
    await expect(run('Select * from Role where ID = :id and Name = :name')).rejects.toMatchObject({
      error: { code: 'invalid-input', message: 'Enter a value for :id, :name.' },
    });
    expect(on.network.requests).toEqual([]);
  });

  it('that the tenant rejects reports the reason, and is in the history with it', async () => {
    await expect(run('Select nonsense from Role')).rejects.toMatchObject({
      error: { code: 'refused-by-tenant', message: expect.stringContaining('nonsense') },
    });
    await run('Select ID from Role');
    const history = await on.desk.call('queries.history', { tenantId: on.desk.tenantId });
    expect(history).toMatchObject([
      { text: 'Select ID from Role', errorMessage: null, rowCount: expect.any(Number) },
      {
        text: 'Select nonsense from Role',
        errorMessage: expect.stringContaining('nonsense'),
        rowCount: null,
      },
    ]);
  });

  it('may be a stored procedure', async () => {
    const result = await run('@/lib/all_roles_with_members.js');
    expect(result.rows.length).toBeGreaterThan(0);
    expect(result.columns.length).toBeGreaterThan(1);
  });

  it('can be canceled while the tenant works', async () => {
    const controller = new AbortController();
    on.network.setFaults(() => ({ kind: 'hold-request' }));
    const held = on.network.nextHeld();
    const response = on.desk.call(
      'queries.run',
      { tenantId: on.desk.tenantId, text: 'Select * from Event' },
      controller.signal,
    );
    const rejected = expect(response).rejects.toMatchObject({ error: { code: 'canceled' } });
    await held;
    controller.abort();
    await rejected;
  });

  it('teaches the completion the columns of its tables', async () => {
    const columnsOf = async (table: string): Promise<string[]> => {
      const tables = await on.desk.call('queries.schema', { tenantId: on.desk.tenantId });
      return (tables.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name);
    };
    expect(await columnsOf('Application')).toContain('WebAppType');
    expect(await columnsOf('Device')).not.toContain('SerialNumber');
    await run('Select * from Device LIMIT 1');
    expect(await columnsOf('Device')).toContain('SerialNumber');
    await run('Select Count(*) AS madeup from Server');
    expect(await columnsOf('Server')).not.toContain('madeup');
  });
});
