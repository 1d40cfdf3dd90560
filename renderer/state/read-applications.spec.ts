import { describe, expect, it } from 'vitest';
import { tableOf } from '../../contract/applications/application-table.ts';
import { aListedApplication } from '../../test/builders/a-listed-application.ts';
import { readApplications, readApplicationsAhead } from './read-applications.ts';

/** A bridge whose tenants have the lists in `lists`, by version; it records its requests and responses. */
function deskWith(lists: Record<string, { version: string; ids: readonly string[] }>) {
  const sent: string[] = [];
  const table = async (
    { tenantId, known }: { tenantId: string; known?: string },
    options?: { readonly signal?: AbortSignal },
  ) => {
    const { version, ids } = lists[tenantId] ?? { version: 'none', ids: [] };
    const data =
      known === version ? { version } : { version, table: tableOf(ids.map((id) => aListedApplication(id))) };
    await Promise.resolve();
    options?.signal?.throwIfAborted();
    sent.push(known === version ? 'nothing' : version);
    return { data, fetchedAt: sent.length, source: 'tenant' } as const;
  };
  const desk = { applications: { table } };
  const read = (tenantId: string) => readApplications(desk, { tenantId, freshness: 'tenant-first' });
  return { sent, read, desk };
}

describe('reading the applications of a tenant', () => {
  it("reuses the page's list if main says it is current, with the age from main", async () => {
    const { sent, read } = deskWith({ acme: { version: 'v1', ids: ['a', 'b'] } });
    const first = await read('acme');
    const again = await read('acme');
    expect(first.data.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(again.data).toBe(first.data);
    expect(again.fetchedAt).toBe(2);
    expect(sent).toEqual(['v1', 'nothing']);
  });

  it('shows another list as soon as there is one', async () => {
    const lists = { acme: { version: 'v1', ids: ['a'] } };
    const { read } = deskWith(lists);
    await read('acme');
    lists.acme = { version: 'v2', ids: ['a', 'c'] };
    expect((await read('acme')).data.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('never confuses the lists of two tenants', async () => {
    const { read } = deskWith({ acme: { version: 'v1', ids: ['a'] }, other: { version: 'v1', ids: ['b'] } });
    await read('acme');
    expect((await read('other')).data.map(({ id }) => id)).toEqual(['b']);
    expect((await read('acme')).data.map(({ id }) => id)).toEqual(['a']);
  });

  it('drops all but the four tenants visited last', async () => {
    const tenants = ['one', 'two', 'three', 'four', 'five'];
    const { sent, read } = deskWith(
      Object.fromEntries(tenants.map((name) => [name, { version: name, ids: [name] }])),
    );
    for (const name of tenants) await read(name);
    await read('five');
    await read('one');
    expect(sent).toEqual([...tenants, 'nothing', 'one']);
  });

  it('keeps a list as it was requested, regardless of later events', async () => {
    const lists = { acme: { version: 'v1', ids: ['a'] } };
    const { read } = deskWith(lists);
    await read('acme');
    const slow = read('acme');
    lists.acme = { version: 'v2', ids: ['b'] };
    const quick = read('acme');
    expect((await slow).data.map(({ id }) => id)).toEqual(['a']);
    expect((await quick).data.map(({ id }) => id)).toEqual(['b']);
  });

  it('that started ahead is used by the first view with cached data, and by no other', async () => {
    const { sent, desk } = deskWith({ acme: { version: 'v1', ids: ['a'] } });
    readApplicationsAhead(desk, 'acme');
    readApplicationsAhead(desk, 'acme');
    const first = await readApplications(desk, { tenantId: 'acme', freshness: 'cache-first' });
    expect(first.data.map(({ id }) => id)).toEqual(['a']);
    expect(sent).toEqual(['v1']);
    await readApplications(desk, { tenantId: 'acme', freshness: 'tenant-first' });
    readApplicationsAhead(desk, 'acme');
    expect(sent).toEqual(['v1', 'nothing']);
  });

  it('that failed ahead is retried by the next caller', async () => {
    const { desk } = deskWith({ acme: { version: 'v1', ids: ['a'] } });
    let isAway = true;
    const table: typeof desk.applications.table = (...requests) =>
      isAway ? Promise.reject(new Error('Away.')) : desk.applications.table(...requests);
    const shaky = { applications: { ...desk.applications, table } };
    readApplicationsAhead(shaky, 'acme');
    await Promise.resolve();
    isAway = false;
    await expect(
      Promise.resolve().then(() => readApplications(shaky, { tenantId: 'acme', freshness: 'cache-first' })),
    ).resolves.toMatchObject({ data: [{ id: 'a' }] });
  });

  it('that was canceled ahead is not used, unless it was handed out before', async () => {
    const { sent, desk } = deskWith({ acme: { version: 'v1', ids: ['a'] } });
    const wanted = { tenantId: 'acme', freshness: 'cache-first' } as const;
    const unwanted = readApplicationsAhead(desk, 'acme');
    unwanted?.giveUp();
    await expect(unwanted?.list).rejects.toThrow();
    const taken = readApplicationsAhead(desk, 'acme');
    const list = readApplications(desk, wanted);
    taken?.giveUp();
    expect((await list).data.map(({ id }) => id)).toEqual(['a']);
    expect(sent).toEqual(['v1']);
  });
});
