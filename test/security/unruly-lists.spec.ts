import { describe, expect, it } from 'vitest';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const response = (result: unknown) =>
  ({ kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: result }) }) as const;

/** The number of the page that a query asks for. */
function pageOf({ body }: ProxiedRequest): number {
  const { Args } = JSON.parse(body) as { Args: { PageNumber: number } };
  return Args.PageNumber;
}

const rolesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ Row: { ID: `r${first + index}`, Name: 'Role' } }));

describe('a list of a tenant with irregular paging', () => {
  it('is complete after one request if the tenant returns all rows at once for any page', async () => {
    on.network.setFaults(() => response({ FullCount: 12_000, Results: rolesFrom(1, 12_000) }));
    const { data } = await on.desk.call('roles.list', read);
    expect(data).toHaveLength(12_000);
    expect(on.network.requests).toHaveLength(1);
  });

  it('is complete if the tenant returns no count and all rows again for the next page', async () => {
    on.network.setFaults(() => response({ Results: rolesFrom(1, 12_000) }));
    const { data } = await on.desk.call('roles.list', read);
    expect(data).toHaveLength(12_000);
    expect(on.network.requests).toHaveLength(2);
  });

  it('is complete if it is exactly one full page that the tenant repeats', async () => {
    on.network.setFaults(() => response({ FullCount: 10_000, Results: rolesFrom(1, 10_000) }));
    expect((await on.desk.call('roles.list', read)).data).toHaveLength(10_000);
    expect(on.network.requests).toHaveLength(2);
  });

  it.each([25_000, undefined])(
    'fails quickly if the tenant repeats its first page endlessly (its count is %s)',
    async (FullCount) => {
      on.network.setFaults(() => response({ FullCount, Results: rolesFrom(1, 10_000) }));
      await expect(on.desk.call('roles.list', read)).rejects.toMatchObject({
        error: { code: 'unexpected-response', message: expect.stringContaining('the same rows for page 2') },
      });
      expect(on.network.requests).toHaveLength(2);
    },
  );

  it('fails quickly if the tenant returns nearly the same page endlessly', async () => {
    const page = JSON.stringify({ success: true, Result: { Results: rolesFrom(1, 100_000) } });
    on.network.setFaults((request) => ({
      kind: 'answer',
      status: 200,
      body: page.replace('"r1"', `"new${pageOf(request)}"`),
    }));
    await expect(on.desk.call('roles.list', read)).rejects.toMatchObject({
      error: { code: 'response-too-large', message: expect.stringContaining('1,000,000') },
    });
    expect(on.network.requests).toHaveLength(10);
  });

  it('is not started if the tenant counts more rows than a list may have', async () => {
    on.network.setFaults(() => response({ FullCount: 1_000_001, Results: rolesFrom(1, 10_000) }));
    await expect(on.desk.call('roles.list', read)).rejects.toMatchObject({
      error: { code: 'response-too-large', message: expect.stringContaining('1,000,001') },
    });
    expect(on.network.requests).toHaveLength(1);
  });

  it('is otherwise read page by page to its end', async () => {
    on.network.setFaults((request) =>
      response({
        FullCount: 25_000,
        Results: rolesFrom(
          (pageOf(request) - 1) * 10_000,
          Math.min(10_000, 25_000 - (pageOf(request) - 1) * 10_000),
        ),
      }),
    );
    expect((await on.desk.call('roles.list', read)).data).toHaveLength(25_000);
    expect(on.network.requests.map(pageOf)).toEqual([1, 2, 3]);
  });
});

describe('a list with unusable rows', () => {
  const long = 'x'.repeat(300);
  const rows = [
    { Row: { ID: 'a', Name: 'Good' } },
    { Row: { Name: 'Without an identifier' } },
    { Row: { ID: '', Name: 'With an empty one' } },
    { Row: { ID: null, Name: 'With none' } },
    { Row: { ID: 'a', Name: 'With that of another' } },
    { Row: { ID: 'b', Name: 'Good, too' } },
  ];

  it.each(['applications.list', 'roles.list'] as const)(
    '%s has the valid items, and the number of skipped ones',
    async (method) => {
      on.network.setFaults(() => response({ FullCount: rows.length, Results: rows }));
      const list = await on.desk.call(method, read);
      expect(list.data.map(({ name }) => name)).toEqual(['Good', 'Good, too']);
      expect(list).toMatchObject({ source: 'tenant', skipped: 4 });
    },
  );

  it('applications.list skips an ID that is too long', async () => {
    on.network.setFaults(() =>
      response({ Results: [...rows.slice(0, 1), { Row: { ID: long, Name: 'Long' } }] }),
    );
    const list = await on.desk.call('applications.list', read);
    expect(list).toMatchObject({ data: [{ id: 'a' }], skipped: 1 });
  });

  it('applications.templates skips invalid templates', async () => {
    on.network.setFaults(() => response([...rows, { Row: { ID: 'c', Name: 7 } }, {}, null]));
    const list = await on.desk.call('applications.templates', read);
    expect(list.data.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(list).toMatchObject({ skipped: 7 });
  });

  it('webhooks.list skips invalid rules', async () => {
    on.network.setFaults(() => ({
      kind: 'answer',
      status: 200,
      body: JSON.stringify([
        { policy_id: 'w1', name: 'Good', actions: [{ action_type: 'webhook' }] },
        { name: 'Without an identifier', actions: [{ action_type: 'webhook' }] },
        { policy_id: long, name: 'Long', actions: [{ action_type: 'webhook' }] },
        { policy_id: 'w1', name: 'With that of another', actions: [{ action_type: 'webhook' }] },
        { policy_id: 'w2', name: 'Of another kind', actions: [{ action_type: 'email' }] },
        'no rule at all',
      ]),
    }));
    const list = await on.desk.call('webhooks.list', read);
    expect(list.data.map(({ name }) => name)).toEqual(['Good']);
    expect(list).toMatchObject({ skipped: 4 });
  });

  it('never reports skipped items for a valid list', async () => {
    expect(await on.desk.call('roles.list', read)).not.toHaveProperty('skipped');
  });
});

describe('unusable origins', () => {
  it('are shown as the tenant has them, even those that no browser would send', async () => {
    const origins = ['portal.acme.example', '', `${'x'.repeat(5000)}.example`, 'app.acme.example'];
    on.network.setFaults(() => response({ AllowCors: origins }));
    expect((await on.desk.call('origins.get', read)).data.origins).toEqual(origins);
  });

  it('are shown without values that aren’t text, and cannot be changed, because that would remove those values', async () => {
    on.network.setFaults(() => response({ AllowCors: ['app.acme.example', null, 7] }));
    const list = await on.desk.call('origins.get', read);
    expect(list).toMatchObject({ data: { origins: ['app.acme.example'] }, skipped: 2 });
    await openDraft(on.desk, {
      kind: 'origins',
      targetId: 'origins',
      base: { origins: ['app.acme.example'] },
    }).type({ origins: [] });
    await expect(
      on.desk.plan({ from: 'drafts', drafts: [{ kind: 'origins', targetId: 'origins' }] }),
    ).rejects.toMatchObject({ error: { code: 'schema-mismatch' } });
    expect(on.network.requests.map(({ path }) => path)).not.toContain('/TenantConfig/SetCustomerConfig');
  });
});
