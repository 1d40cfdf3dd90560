import { describe, expect, it } from 'vitest';
import { formatExact } from '../../languages/json/format-exact.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk({ applications: 1 });
const tenantId = 'acme';

/** Numbers that one double stands for. */
const neighbors = ['9007199254740993', '9007199254740992', '638682624000000001', '638682624000000002'];
const text = `SELECT ${neighbors[0] ?? ''} AS N UNION ALL SELECT ${neighbors.slice(1).join(' UNION ALL SELECT ')}`;

describe('numbers beyond 2^53', () => {
  it('are returned by the embedded tenant and shown, filtered, and exported with all digits', async () => {
    const { id, rowCount } = await on.desk.call('results.start', { tenantId, place: 'tab one', text });
    expect(rowCount).toBe(4);
    const { rows } = await on.desk.call('results.window', { id, first: 0, count: 10 });
    expect(rows.map(([cell]) => formatExact(cell))).toEqual(neighbors);
    const view = {
      sort: null,
      filters: [{ column: 0, comparison: 'equals' as const, text: neighbors[2] ?? '' }],
    };
    const found = await on.desk.call('results.window', { id, view, first: 0, count: 10 });
    expect(found.rows).toEqual([[{ $number: neighbors[2] }]]);
    const page = await on.desk.call('queries.run', { tenantId, text });
    expect(page.rows.map(([cell]) => formatExact(cell))).toEqual(neighbors);
  });

  it('are bound to the parameters of a query as they were sent', async () => {
    const response = await fetch(`${on.tenant.baseUrl}/redrock/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${on.tenant.accessToken}`, 'content-type': 'application/json' },
      body: '{"Script":"SELECT @n AS N, @n = 638682624000000001 AS Same","Args":{"Parameters":[{"Name":"n","Value":638682624000000001}]}}',
    });
    expect(await response.text()).toContain('"Row":{"N":638682624000000001,"Same":1}');
  });

  it('of events are delivered and shown with all their digits', async () => {
    const columns = { event_id: 'exact', ticket: { $number: '638682624000000001' } };
    await on.desk.call('sandbox.raiseEvent', {
      tenantId,
      eventType: 'SecurityAlert',
      riskLevel: null,
      columns,
    });
    const direct = await fetch(`${on.tenant.baseUrl}/sandbox/events`, {
      headers: { authorization: `Bearer ${on.tenant.accessToken}` },
    });
    expect(await direct.text()).toContain('"ticket":638682624000000001');
    const past = await on.desk.call('samples.pastEvents', { tenantId, days: 1 });
    const at = past.data.columns.indexOf('ticket');
    expect(past.data.events.map(({ values }) => values[at])).toContainEqual({
      $number: '638682624000000001',
    });
  });
});
