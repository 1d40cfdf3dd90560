import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { QueryTab } from '../../contract/queries/queries.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { useDesk } from '../builders/use-desk.ts';

/** A query that is open is one of the drafts only where something would be lost with it. */
const on = useDesk();
const saved = 'SELECT Name FROM Role';

async function listed(): Promise<string[]> {
  const drafts = await on.desk.call('drafts.list', {});
  return drafts.filter(({ losesNothing }) => losesNothing !== true).map(({ targetId }) => targetId);
}

const saveTabs = (tabs: QueryTab[]) =>
  on.desk.call('queries.saveTabs', {
    tenantId: on.desk.tenantId,
    by: 'this spec',
    tabs,
    chosen: tabs[0]?.id ?? '',
  });

async function type(targetId: string, text: string): Promise<void> {
  const key = { tenantId: on.desk.tenantId, kind: 'query', targetId };
  const before = await on.desk.call('drafts.get', key);
  await on.desk.call('drafts.save', {
    ...key,
    state: { text },
    base: null,
    revision: before?.revision ?? null,
  });
}

/** A saved query, and a tab in which it is open as it is saved. */
async function openSaved() {
  const query = await on.desk.call('queryLibrary.add', { name: 'Roles', text: saved });
  const tab = { id: 'a', name: 'Roles', savedId: query.id, savedRevision: query.revision };
  await saveTabs([tab]);
  await type('a', saved);
  return { query, tab };
}

describe('a query that is open', () => {
  it('is none of the drafts while its text is the one that is saved', async () => {
    await openSaved();
    expect(await listed()).toEqual([]);
    expect(await on.desk.call('drafts.standings', undefined)).toMatchObject({ drafts: [{ state: 'clean' }] });
    await type('a', `${saved} WHERE Name = 'x'`);
    expect(await listed()).toEqual(['a']);
    expect(await on.desk.call('drafts.standings', undefined)).toMatchObject({
      drafts: [{ state: 'changed' }],
    });
    await type('a', saved);
    expect(await listed()).toEqual([]);
  });

  it('counts as one once another text is saved, or the saved one is removed', async () => {
    const { query } = await openSaved();
    const of = { id: query.id, parameters: [] };
    const other = await on.desk.call('queryLibrary.saveText', { ...of, revision: 1, text: 'SELECT 1' });
    expect(await listed()).toEqual(['a']);
    await on.desk.call('queryLibrary.saveText', { ...of, revision: other.revision, text: saved });
    expect(await listed()).toEqual([]);

    const { removalId } = await on.desk.call('queryLibrary.remove', { queryIds: [query.id] });
    expect(await listed()).toEqual(['a']);
    const key = { tenantId: on.desk.tenantId, kind: 'query', targetId: 'a' };
    expect(await on.desk.call('drafts.get', key)).toMatchObject({ state: { text: saved } });
    await on.desk.call('queryLibrary.putBack', { removalId });
    expect(await listed()).toEqual([]);
  });

  it('does not count as one without edits to an opened query, or if it is empty', async () => {
    await saveTabs([
      { id: 'opened', name: 'Untitled', isAsOpened: true },
      { id: 'typed', name: 'Untitled 2' },
    ]);
    await type('opened', 'SELECT ID FROM User');
    await type('typed', ' \n');
    expect(await listed()).toEqual([]);
    await type('typed', 'SELECT 2');
    expect(await listed()).toEqual(['typed']);
    await saveTabs([{ id: 'opened', name: 'Untitled' }]);
    expect((await listed()).toSorted()).toEqual(['opened', 'typed']);
  });

  it('is sent to windows whenever it has changed', async () => {
    const { query, tab } = await openSaved();
    const lastEvent = () => on.desk.host.events.findLast(({ name }) => name === 'drafts.changed')?.payload;
    expect(lastEvent()).toMatchObject({ changed: [{ targetId: 'a', losesNothing: true }] });
    await on.desk.call('queryLibrary.remove', { queryIds: [query.id] });
    expect(lastEvent()).not.toMatchObject({ changed: [{ losesNothing: true }] });
    const again = await on.desk.call('queryLibrary.add', { name: 'Again', text: saved });
    await saveTabs([{ ...tab, savedId: again.id }]);
    expect(lastEvent()).toMatchObject({ changed: [{ losesNothing: true }] });
  });
});

it('counts as a draft if the list of open queries is unreadable', async () => {
  await openSaved();
  const database = new DatabaseSync(join(on.desk.folder, databaseFileName));
  database.exec("UPDATE query_tabs SET content = '{'");
  database.close();
  expect(await listed()).toEqual(['a']);
});
