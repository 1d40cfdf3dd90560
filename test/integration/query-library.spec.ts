import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from './desk-foundation.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const list = () => on.desk.call('queryLibrary.list', { tenantId: on.desk.tenantId });
const add = (name: string, more: { folderId?: string | null; tenantId?: string | null } = {}) =>
  on.desk.call('queryLibrary.add', { name, text: `Select '${name}' from Role`, ...more });
const addFolder = (name: string, parentId: string | null = null) =>
  on.desk.call('queryLibrary.addFolder', { name, parentId });

describe('a saved query', () => {
  it('is saved with its description, parameters, and folder, also after a restart', async () => {
    const profileFolder = makeTemporaryFolder();
    const first = on.another({ folder: profileFolder });
    const { call, tenantId } = first;
    const folder = await call('queryLibrary.addFolder', { name: 'Sign-ins' });
    const parameters = [{ name: 'since', type: 'date', text: '2026-01-' }] as const;
    const saved = await call('queryLibrary.add', {
      name: ' Failed sign-ins ',
      description: 'Who could not get in, and why.\nFor the Monday call.',
      text: 'Select * from Event where WhenOccurred > :since',
      parameters: [...parameters],
      folderId: folder.id,
      isFavorite: true,
    });
    expect(saved).toMatchObject({ name: 'Failed sign-ins', revision: 1, isFavorite: true });
    const before = await call('queryLibrary.list', { tenantId });
    expect(before).toEqual({ folders: [folder], queries: [saved] });
    await first[Symbol.asyncDispose]();
    const again = on.another({ folder: profileFolder });
    expect(await again.call('queryLibrary.list', { tenantId: again.tenantId })).toEqual(before);
  });

  it('takes a new text only in the place of the one that was opened', async () => {
    const { id, revision } = await add('Roles');
    const saved = await on.desk.call('queryLibrary.saveText', {
      ...{ id, revision, text: 'Select ID from Role', parameters: [] },
    });
    expect(saved.revision).toBe(revision + 1);
    // Another window has still the first one open.
    await expect(
      on.desk.call('queryLibrary.saveText', { id, revision, text: 'Select Name from Role', parameters: [] }),
    ).rejects.toMatchObject({ error: { code: 'conflict', message: expect.stringContaining('Roles') } });
    // An equal query doesn't conflict: a response may have been lost.
    await on.desk.call('queryLibrary.saveText', {
      id,
      revision,
      text: 'Select ID from Role',
      parameters: [],
    });
    expect((await list()).queries).toMatchObject([{ text: 'Select ID from Role', revision: revision + 1 }]);
  });

  it('takes a new name or description only in the place of those that were shown', async () => {
    const { id } = await add('Roles');
    const shown = { name: 'Roles', description: '' };
    const wanted = { name: 'All roles', description: 'By name' };
    await on.desk.call('queryLibrary.describe', { id, shown, wanted });
    await expect(
      on.desk.call('queryLibrary.describe', { id, shown, wanted: { name: 'Mine', description: '' } }),
    ).rejects.toMatchObject({ error: { code: 'conflict' } });
    expect((await list()).queries).toMatchObject([{ ...wanted, revision: 1 }]);
  });

  it('is there in one tenant or in all of them', async () => {
    const { id } = await add('Here only', { tenantId: on.desk.tenantId });
    await add('Everywhere');
    const inAnother = async () =>
      (await on.desk.call('queryLibrary.list', { tenantId: 'another' })).queries.map(({ name }) => name);
    expect((await list()).queries).toHaveLength(2);
    expect(await inAnother()).toEqual(['Everywhere']);
    await on.desk.call('queryLibrary.setTenant', { id, tenantId: null });
    expect(await inAnother()).toEqual(['Everywhere', 'Here only']);
  });

  it('that is deleted is reported by every operation', async () => {
    const { id, revision } = await add('Roles');
    await on.desk.call('queryLibrary.remove', { queryIds: [id] });
    const gone = { error: { code: 'not-found' } };
    const { call } = on.desk;
    await expect(call('queryLibrary.setFavorite', { id, isFavorite: true })).rejects.toMatchObject(gone);
    await expect(
      call('queryLibrary.saveText', { id, revision, text: 'x', parameters: [] }),
    ).rejects.toMatchObject(gone);
    await expect(call('queryLibrary.move', { queryIds: [id], to: null })).rejects.toMatchObject(gone);
  });
});

describe('folders', () => {
  it('can be nested, and contain queries and folders but never themselves', async () => {
    const outer = await addFolder('Outer');
    const inner = await addFolder('Inner', outer.id);
    const { id } = await add('Roles');
    await on.desk.call('queryLibrary.move', { queryIds: [id], to: inner.id });
    expect((await list()).queries).toMatchObject([{ folderId: inner.id }]);
    await expect(
      on.desk.call('queryLibrary.move', { folderIds: [outer.id], to: inner.id }),
    ).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await expect(addFolder('inner ', outer.id)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await on.desk.call('queryLibrary.move', { folderIds: [inner.id], to: null });
    expect((await list()).folders).toMatchObject([{ name: 'Inner', parentId: null }, { name: 'Outer' }]);
  });

  it('are not moved partially: if one cannot be moved, none is', async () => {
    const target = await addFolder('Target');
    await addFolder('Same', target.id);
    const same = await addFolder('Same');
    const { id } = await add('Roles');
    await expect(
      on.desk.call('queryLibrary.move', { queryIds: [id], folderIds: [same.id], to: target.id }),
    ).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    expect((await list()).queries).toMatchObject([{ folderId: null }]);
  });

  it('are six deep at most', async () => {
    let parentId: string | null = null;
    for (let depth = 1; depth <= 6; depth += 1) parentId = (await addFolder(`Folder ${depth}`, parentId)).id;
    await expect(addFolder('Folder 7', parentId)).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('up to 6 levels') },
    });
  });

  it('are removed with their contents, and restored with them', async () => {
    const outer = await addFolder('Outer');
    const inner = await addFolder('Inner', outer.id);
    await add('In it', { folderId: inner.id });
    await add('Of another tenant', { folderId: outer.id, tenantId: 'another' });
    await add('Beside it');
    const before = await list();
    const { removalId, ...counts } = await on.desk.call('queryLibrary.remove', { folderIds: [outer.id] });
    expect(counts).toEqual({ queries: 2, folders: 2 });
    expect(await list()).toMatchObject({ folders: [], queries: [{ name: 'Beside it' }] });
    await on.desk.call('queryLibrary.putBack', { removalId });
    expect(await list()).toEqual(before);
    await expect(on.desk.call('queryLibrary.putBack', { removalId })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('that are deleted when one of their items is restored leave it at the top level', async () => {
    const folder = await addFolder('Folder');
    const { id } = await add('In it', { folderId: folder.id });
    const first = await on.desk.call('queryLibrary.remove', { queryIds: [id] });
    await on.desk.call('queryLibrary.remove', { folderIds: [folder.id] });
    await on.desk.call('queryLibrary.putBack', { removalId: first.removalId });
    expect(await list()).toMatchObject({ folders: [], queries: [{ name: 'In it', folderId: null }] });
  });
});

describe('the history of queries', () => {
  const run = (text: string, parameters: Record<string, string | number> = {}) =>
    on.desk.call('queries.run', { tenantId: on.desk.tenantId, text, parameters });
  const history = (searchText = '') =>
    on.desk.call('queries.history', { tenantId: on.desk.tenantId, search: searchText });

  it('has the entered text, and never the value of a secret parameter', async () => {
    await run('Select ID from Role where Name = :name', { name: "O'Brien" });
    await run('Select ID from Role where Name = :clientSecret', { clientSecret: 'hunter2' });
    await expect(
      run("Select nonsense from Role where Name = 'x' and ID = :password", { password: 'hunter2' }),
    ).rejects.toMatchObject({ error: { code: 'refused-by-tenant' } });
    const runs = await history();
    expect(runs.map(({ parameters }) => parameters)).toEqual([
      [{ name: 'password', type: 'text', text: '' }],
      [{ name: 'clientSecret', type: 'text', text: '' }],
      [{ name: 'name', type: 'text', text: "O'Brien" }],
    ]);
    expect(JSON.stringify(runs)).not.toContain('hunter2');
  });

  it('is searched by words of the text, the entered values, and the errors', async () => {
    await run('Select ID, Name from Role');
    await run('Select ID from Role where Name = :name', { name: 'Everybody' });
    await run('Select nonsense from Event').catch(() => undefined);
    const found = async (searchText: string) =>
      (await history(searchText)).map(({ text }) => text.slice(0, 15));
    expect(await found('ROLE id')).toEqual(['Select ID from ', 'Select ID, Name']);
    expect(await found('everybody')).toEqual(['Select ID from ']);
    expect(await found('no such column')).toEqual(['Select nonsense']);
    expect(await found('neither')).toEqual([]);
  });

  it('lists the beginning of a long text, and opens all of it', async () => {
    const text = `Select ID from Role -- ${'x'.repeat(5000)}`;
    await run(text);
    const [listed] = await history();
    expect(listed?.text).toHaveLength(1000);
    const ofRun = { tenantId: on.desk.tenantId, id: listed?.id ?? '' };
    expect((await on.desk.call('queries.ran', ofRun)).text).toBe(text);
  });

  it('deletes one run or all of a tenant, and nothing of another', async () => {
    await run('Select 1 from Role');
    await run('Select 2 from Role');
    const [newest] = await history();
    await on.desk.call('queries.forget', { tenantId: on.desk.tenantId, id: newest?.id });
    expect(await history()).toMatchObject([{ text: 'Select 1 from Role' }]);
    await on.desk.call('queries.forget', { tenantId: 'another' });
    expect(await history()).toHaveLength(1);
    await on.desk.call('queries.forget', { tenantId: on.desk.tenantId });
    expect(await history()).toEqual([]);
    await expect(
      on.desk.call('queries.ran', { tenantId: on.desk.tenantId, id: newest?.id ?? '' }),
    ).rejects.toMatchObject({ error: { code: 'not-found' } });
  });
});
