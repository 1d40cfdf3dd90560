import { expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const on = useDesk();
const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const list = (desk: DeskOnTenant) => desk.call('queryLibrary.list', { tenantId: desk.tenantId });
const open = (desk: DeskOnTenant) => desk.call('queryFiles.open', { tenantId: desk.tenantId });

async function opened(desk: DeskOnTenant, bytes: Uint8Array) {
  desk.host.fileToOpen = { name: 'shared.tdqueries', bytes };
  const file = await open(desk);
  if (file === undefined) throw new Error('A file was chosen.');
  return file;
}

/** A library with a folder in a folder and two queries, and the file of its outer folder. */
async function shared(withValues = false) {
  const { call, tenantId, host } = on.desk;
  const outer = await call('queryLibrary.addFolder', { name: 'Sign-ins' });
  const inner = await call('queryLibrary.addFolder', { name: 'Weekly', parentId: outer.id });
  await call('queryLibrary.addFolder', { name: 'Empty', parentId: outer.id });
  const query = await call('queryLibrary.add', {
    name: 'Failed',
    description: 'For Mondays',
    text: 'Select * from Event where WhenOccurred > :since and ID <> :apiKey and Name = :who',
    parameters: [
      { name: 'since', type: 'date', text: '2026-01-31' },
      { name: 'apiKey', type: 'text', text: 'hunter2' },
    ],
    folderId: inner.id,
    isFavorite: true,
  });
  await call('queryLibrary.add', { name: 'Beside', text: 'Select 1' });
  const response = await call('queryFiles.share', { tenantId, folderIds: [outer.id], withValues });
  expect(response).toEqual({ fileName: 'Sign-ins.tdqueries', count: 1 });
  const bytes = host.saved.at(-1)?.bytes ?? new Uint8Array();
  return { bytes, file: JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>, query };
}

it('writes the contents of a folder, with the parameters of the text and no values', async () => {
  const { file, query } = await shared();
  expect(file).toMatchObject({
    format: 'tenant-desk/queries',
    version: 1,
    folders: [['Sign-ins', 'Empty'], ['Sign-ins'], ['Sign-ins', 'Weekly']],
    queries: [
      {
        ...{ id: query.id, folder: ['Sign-ins', 'Weekly'], name: 'Failed', description: 'For Mondays' },
        parameters: [
          { name: 'since', type: 'date' },
          { name: 'apiKey', type: 'text' },
          { name: 'who', type: 'text' },
        ],
      },
    ],
  });
  expect(JSON.stringify(file)).not.toMatch(/2026-01-31|hunter2/);
});

it('writes values on request, and never those of secret parameters', async () => {
  const { file } = await shared(true);
  expect(JSON.stringify(file)).toContain('2026-01-31');
  expect(JSON.stringify(file)).not.toContain('hunter2');
});

it('comes into another profile with its folders, and finds itself there the next time', async () => {
  const { bytes, query } = await shared();
  const other = on.another();
  const file = await opened(other, bytes);
  expect(file.entries).toEqual([
    { index: 0, name: 'Failed', folder: ['Sign-ins', 'Weekly'], state: 'new', mineName: null },
  ]);
  const decisions = [{ index: 0, take: 'theirs' as const }];
  const of = { fileId: file.fileId, tenantId: other.tenantId, isOfTenant: true };
  const done = await other.call('queryFiles.import', { ...of, decisions });
  expect(done).toMatchObject({ added: 1, replaced: 0 });
  const there = await list(other);
  expect(there.folders.map(({ name }) => name)).toEqual(['Empty', 'Sign-ins', 'Weekly']);
  expect(there.queries).toMatchObject([
    { id: query.id, text: query.text, isFavorite: false, tenantId: other.tenantId },
  ]);
  expect((await opened(other, bytes)).entries).toMatchObject([{ state: 'same' }]);
  await other.call('queryFiles.takeBack', { importId: done.importId });
  expect(await list(other)).toEqual({ folders: [], queries: [] });
});

it('is compared with the existing queries: either mine, theirs, or both are saved', async () => {
  const { bytes, query } = await shared();
  const { call, tenantId } = on.desk;
  const mineText = 'Select mine from Event where WhenOccurred > :since';
  await call('queryLibrary.saveText', {
    ...{ id: query.id, revision: 1, text: mineText, parameters: query.parameters },
  });
  const before = await list(on.desk);
  const file = await opened(on.desk, bytes);
  expect(file.entries).toMatchObject([{ state: 'different', mineName: 'Failed' }]);
  const of = { fileId: file.fileId, tenantId };
  expect(await call('queryFiles.entry', { ...of, index: 0 })).toMatchObject({
    mine: { text: mineText },
    theirs: { text: query.text },
  });
  const take = (what: 'mine' | 'theirs' | 'both') =>
    call('queryFiles.import', { ...of, isOfTenant: false, decisions: [{ index: 0, take: what }] });

  expect(await take('mine')).toMatchObject({ added: 0, replaced: 0 });
  expect(await list(on.desk)).toEqual(before);
  expect(await take('both')).toMatchObject({ added: 1, replaced: 0 });
  expect((await list(on.desk)).queries.map(({ name }) => name)).toEqual(['Beside', 'Failed', 'Failed 2']);
  const { importId, ...counts } = await take('theirs');
  expect(counts).toEqual({ added: 0, replaced: 1 });
  const after = (await list(on.desk)).queries.find(({ id }) => id === query.id);
  // The file has no values: those that were entered here stay.
  expect(after).toMatchObject({
    text: query.text,
    isFavorite: true,
    parameters: expect.arrayContaining([{ name: 'since', type: 'date', text: '2026-01-31' }]),
  });
  await call('queryFiles.takeBack', { importId });
  expect((await list(on.desk)).queries.find(({ id }) => id === query.id)?.text).toBe(mineText);
});

it('imports nothing if one was changed since the file was opened', async () => {
  const { bytes, query } = await shared();
  const { call, tenantId } = on.desk;
  const more = { ...(JSON.parse(new TextDecoder().decode(bytes)) as { queries: object[] }) };
  const file = await opened(
    on.desk,
    encode({
      ...more,
      queries: [
        { id: 'another', name: 'Another', text: 'Select 2' },
        { ...more.queries[0], text: 'Select 3' },
      ],
    }),
  );
  await call('queryLibrary.saveText', { id: query.id, revision: 1, text: 'Select 4', parameters: [] });
  const before = await list(on.desk);
  await expect(
    call('queryFiles.import', {
      ...{ fileId: file.fileId, tenantId, isOfTenant: false },
      decisions: [
        { index: 0, take: 'theirs' },
        { index: 1, take: 'theirs' },
      ],
    }),
  ).rejects.toMatchObject({ error: { code: 'conflict', message: expect.stringContaining('Failed') } });
  expect(await list(on.desk)).toEqual(before);
});

const head = { format: 'tenant-desk/queries', version: 1, sharedAt: '2026-01-31T10:00:00.000Z' };
const one = { id: 'a', name: 'A', text: 'Select 1' };

it.each([
  ['another JSON file', [], 'file-wrong-shape', 'not a Tenant Desk query file'],
  ['what is no JSON', 'select * from Role', 'file-not-json', 'not a JSON file'],
  ['a newer version', { ...head, version: 2, queries: [one] }, 'file-wrong-shape', 'newer version'],
  ['no query', { ...head, queries: [] }, 'file-wrong-shape', 'queries: contains no queries'],
  [
    'a query without a text',
    { ...head, queries: [one, { id: 'b', name: 'B' }] },
    'file-wrong-shape',
    'queries[1].text',
  ],
  [
    'an identifier twice',
    { ...head, queries: [one, one] },
    'file-wrong-shape',
    'queries[1].id: is a duplicate',
  ],
  [
    'a path as identifier',
    { ...head, queries: [{ ...one, id: '../x' }] },
    'file-wrong-shape',
    'queries[0].id',
  ],
  [
    'folders too deep',
    { ...head, queries: [{ ...one, folder: Array(7).fill('x') }] },
    'file-wrong-shape',
    '6 levels',
  ],
  [
    'a member that nobody knows',
    { ...head, queries: [{ ...one, run: true }] },
    'file-wrong-shape',
    'queries[0]',
  ],
  [
    'a type that nobody knows',
    { ...head, queries: [{ ...one, parameters: [{ name: 'x', type: 'code' }] }] },
    'file-wrong-shape',
    'queries[0].parameters[0].type',
  ],
  [
    'too many',
    { ...head, queries: Array.from({ length: 2001 }, (_, at) => ({ ...one, id: `${at}` })) },
    'file-wrong-shape',
    'queries',
  ],
  ['too large', ' '.repeat(10 * 1024 * 1024 + 1), 'file-too-large', '10 MB'],
  ['deeply nested', '['.repeat(100_000), 'file-', ''],
])('rejects %s with the error and its place', async (_, content, code, errorText) => {
  on.desk.host.fileToOpen = { name: 'bad.json', bytes: encode(content) };
  const thrown: unknown = await open(on.desk).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ error: { code: expect.stringContaining(code) } });
  expect(JSON.stringify(thrown)).toContain(errorText);
  expect(await list(on.desk)).toEqual({ folders: [], queries: [] });
});
