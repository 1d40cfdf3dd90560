import { describe, expect, it } from 'vitest';
import type { OwnEntry } from '../../contract/procedures/procedures.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

const on = useDesk();

type Given = Omit<OwnEntry, 'id' | 'savedAt'>;

const role: OwnEntry['parameters'][number] = {
  ...{ name: 'id', label: 'Role', type: 'role', isRequired: true, words: 'Which.' },
  ...{ example: 'Everybody', initial: '', options: [] },
};

const given = (changes: Partial<Given> = {}): Given => ({
  ...{ tenantId: on.desk.tenantId, name: 'Idle roles', words: 'Roles without members.', via: 'query' },
  ...{ path: '/lib/reports/idle_roles.js', parameters: [role] },
  ...changes,
});

const keep = (entry: Given & { id?: string }, desk = on.desk) => desk.call('procedures.keepOwn', entry);
const namesOf = async (desk = on.desk, tenantId = desk.tenantId) =>
  (await desk.call('procedures.own', { tenantId })).map(({ name }) => name);

describe('own procedures and jobs', () => {
  it('are saved in the profile, for one tenant or for all, by name', async () => {
    const folder = makeTemporaryFolder();
    const first = on.another({ folder });
    const saved = await keep(given(), first);
    await keep(given({ name: 'Also idle', tenantId: null, via: 'job', path: '/lib/jobs/idle.js' }), first);
    await first[Symbol.asyncDispose]();
    const again = on.another({ folder });
    expect(await again.call('procedures.own', { tenantId: again.tenantId })).toMatchObject([
      { name: 'Also idle', tenantId: null },
      saved,
    ]);
    expect(await namesOf(again, 'another')).toEqual(['Also idle']);
  });

  it('are changed, removed, and restored unchanged', async () => {
    const saved = await keep(given());
    await keep({ ...given({ name: 'Renamed', tenantId: null }), id: saved.id });
    expect(await namesOf(on.desk, 'another')).toEqual(['Renamed']);
    await on.desk.call('procedures.removeOwn', { id: saved.id });
    expect(await namesOf()).toEqual([]);
    const { savedAt: _savedAt, ...before } = saved;
    await keep(before);
    expect(await on.desk.call('procedures.own', { tenantId: on.desk.tenantId })).toMatchObject([before]);
  });

  it.each([
    [{ path: '/lib/../secret.js' }],
    [{ path: "/lib/x.js(id:'1')" }],
    [{ path: '@/lib/x.js' }],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(121) }],
    [{ parameters: [{ ...role, name: "a:'1', b" }] }],
    [{ parameters: [role, role] }],
  ] as [Partial<Given>][])('are rejected if they could send nothing: %j', async (changes) => {
    await expect(keep(given(changes))).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    expect(await namesOf()).toEqual([]);
  });
});

describe('a result with selected pages', () => {
  const ask = async (paging: object) => {
    const place = 'procedure all';
    await on.desk.call('results.start', {
      ...{ tenantId: on.desk.tenantId, place, paging },
      text: '@/lib/get_user_activity.js',
    });
    const at = () => on.desk.call('results.at', { tenantId: on.desk.tenantId, place });
    await expect.poll(async () => (await at())?.state, { timeout: 60_000 }).toBe('complete');
    const result = await at();
    if (result === undefined) throw new Error('Nothing is kept.');
    const { rows } = await on.desk.call('results.window', { id: result.id, first: 0, count: 100 });
    return { result, rows };
  };
  const argsSent = () =>
    on.network.requests
      .filter(({ body }) => body.includes('get_user_activity.js'))
      .map(({ body }) => (JSON.parse(body) as { Args: Record<string, unknown> }).Args);

  it('is all of them, in pages of that size', async () => {
    const { result } = await ask({ pageSize: 10 });
    expect(result.rowCount).toBe(result.fullCount);
    expect(argsSent().map(({ PageNumber }) => PageNumber)).toEqual(
      Array.from({ length: Math.floor(result.rowCount / 10) + 1 }, (_, at) => at + 1),
    );
    expect(result.warnings).toEqual([]);
  });

  it('is one page, in the requested order and age, with the total count', async () => {
    const whole = await ask({ sortBy: 'Username' });
    const { result, rows } = await ask({
      ...{ pageSize: 5, page: 2, sortBy: 'Username', ascending: true, caching: -2 },
    });
    expect(result).toMatchObject({ rowCount: 5, fullCount: whole.result.rowCount, warnings: [] });
    expect(rows).toEqual(whole.rows.slice(5, 10));
    expect(argsSent().at(-1)).toMatchObject({
      ...{ PageNumber: 2, PageSize: 5, SortBy: 'Username', direction: 'true', Caching: -2 },
    });
  });
});
