import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Webhook, WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const on = useDesk();
const tenantId = 'acme';
const of = { tenantId, kind: 'webhook' } as const;
let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (name: string) => readFile(join(folder, name), 'utf8');
const edit = async (name: string, from: string, to: string) =>
  await writeFile(join(folder, name), (await textOf(name)).replace(from, to));

async function find(name: string, desk: DeskOnTenant = on.desk): Promise<Webhook> {
  const { data } = await desk.call('webhooks.list', { tenantId, freshness: 'tenant-first' });
  const found = data.find((webhook) => webhook.name === name);
  if (found === undefined) throw new Error(`There is no webhook ${name}.`);
  return found;
}

async function waitingOf(id: string) {
  return (await on.desk.call('linkedFolders.get', of))?.waiting.find(({ targetId }) => targetId === id);
}

const draftOf = async (targetId: string) =>
  (await on.desk.call('drafts.get', { ...of, targetId }))?.state as WebhookState | undefined;

async function link(headers = ''): Promise<Webhook> {
  await on.desk.apply(create('webhook', aWebhook({ name: 'Linked', headers, requestBody: '{"a": 1}\n' })));
  on.desk.host.folderToChoose = folder;
  await on.desk.call('linkedFolders.link', of);
  await on.desk.call('linkedFolders.refresh', of);
  return await find('Linked');
}

afterEach(async () => {
  const { data } = await on.desk.call('webhooks.list', { tenantId, freshness: 'tenant-first' });
  const targetIds = data.filter(({ name }) => name === 'Linked').map(({ id }) => id);
  if (targetIds.length > 0) await on.desk.apply({ from: 'targets', kind: 'webhook', targetIds, set: null });
  await on.desk.call('linkedFolders.unlink', of);
});

it('has a file for each webhook, with its definition and its template, and no secret in any', async () => {
  await link('X-Api-Key: never-in-a-file');
  const { data } = await on.desk.call('webhooks.list', { tenantId, freshness: 'tenant-first' });
  const files = readdirSync(folder).filter((name) => name.endsWith('.ftl'));
  expect(files).toHaveLength(data.length);
  expect(await textOf('Linked.ftl')).toContain('"X-Api-Key: ••••"');
  for (const name of readdirSync(folder)) {
    const text = await textOf(name);
    expect(text).not.toContain('never-in-a-file');
    expect(text).not.toMatch(/••••[0-9a-f]/);
  }
});

it('makes an edited file the draft, and keeps it when the webhook gets another identifier', async () => {
  const { id } = await link('X-Api-Key: never-in-a-file');
  await edit('Linked.ftl', '{"a": 1}', '{"a": 2}');
  await edit('Linked.ftl', '"riskLevel": "Low"', '"riskLevel": "High"');
  await expect.poll(async () => (await draftOf(id))?.requestBody).toBe('{"a": 2}\n');
  await expect.poll(async () => (await draftOf(id))?.riskLevel).toBe('High');
  await on.desk.apply({ from: 'drafts', drafts: [{ kind: 'webhook', targetId: id }] });
  const replaced = await find('Linked');
  expect(replaced.id).not.toBe(id);
  expect(await on.tenant.rulesText()).toContain('never-in-a-file');
  expect(await waitingOf(replaced.id)).toBeUndefined();
  await edit('Linked.ftl', '{"a": 2}', '{"a": 3}');
  await expect.poll(async () => (await draftOf(replaced.id))?.requestBody).toBe('{"a": 3}\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('Linked'))).toEqual(['Linked.ftl']);
});

it('follows a webhook that another admin replaced', async () => {
  const { id } = await link();
  const theirs = await find('Linked', on.colleague);
  const state = webhookStateOf(theirs);
  await on.colleague.apply(change('webhook', id, state, { ...state, requestBody: '{"a": "theirs"}\n' }));
  await on.desk.call('linkedFolders.refresh', of);
  expect(await textOf('Linked.ftl')).toContain('{"a": "theirs"}');
  const status = await on.desk.call('linkedFolders.get', of);
  expect(status?.waiting).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('Linked'))).toEqual(['Linked.ftl']);
});

it('rejects a credential in a file, reports it, and continues once it is removed', async () => {
  const { id } = await link('X-Api-Key: never-in-a-file');
  await edit('Linked.ftl', 'X-Api-Key: ••••', 'X-Api-Key: typed-in-a-file');
  expect(await waitingOf(id)).toMatchObject({
    state: 'failed',
    error: { code: 'file-wrong-shape', message: expect.stringContaining('X-Api-Key') },
  });
  expect(await draftOf(id)).toBeUndefined();
  await edit('Linked.ftl', 'X-Api-Key: typed-in-a-file', 'X-Api-Key: ••••');
  expect(await waitingOf(id)).toBeUndefined();
});

it('may be the folder of the scripts, too', async () => {
  await link();
  await on.desk.call('linkedFolders.link', { tenantId, kind: 'script' });
  await on.desk.call('linkedFolders.refresh', { tenantId, kind: 'script' });
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(['tenant-desk.json', 'tenant-desk-webhooks.json']));
  expect(names.some((name) => name.endsWith('.js'))).toBe(true);
  expect((await on.desk.call('linkedFolders.get', of))?.waiting).toEqual([]);
  await on.desk.call('linkedFolders.unlink', { tenantId, kind: 'script' });
});
