import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxExportFileBytes } from '../../contract/migration.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

let tenants: TenantProcess;
let source: DeskOnTenant;
let target: DeskOnTenant;

beforeAll(async () => {
  tenants = await startTenant({ args: ['--tenants', '2', '--admin-token'] });
  const [staging, production] = tenants.tenants;
  source = startDesk({ baseUrl: staging.baseUrl, accessToken: staging.accessToken ?? '' });
  target = startDesk({
    baseUrl: production?.baseUrl ?? '',
    accessToken: production?.accessToken ?? '',
    environment: 'production',
  });
});
afterAll(async () => {
  await source[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await tenants.stop();
});

const definition: WebhookDefinition = {
  name: 'Moves house',
  description: '',
  url: 'https://hooks.acme.example/moves',
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Api-Key: k3y-of-the-house',
  requestBody: '{"who": "${event.user_name}"}',
  enabled: false,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};

const webhooks = async (desk: DeskOnTenant) =>
  (await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' })).data;

async function exportFile(): Promise<Uint8Array> {
  if (!(await webhooks(source)).some(({ name }) => name === definition.name)) {
    const plan = await source.plan({ kind: 'webhook.create', definition });
    await source.call('changes.apply', { planId: plan.id });
  }
  const moved = (await webhooks(source)).filter(({ name }) => name === definition.name);
  const saved = await source.call('migration.export', {
    tenantId: source.tenantId,
    webhookIds: moved.map(({ id }) => id),
    fileName: 'moves',
    includeUrls: true,
    includeHeaders: true,
  });
  const file = source.host.saved.at(-1);
  expect(file?.name).toBe('moves.json');
  expect(saved).toEqual({ fileName: 'moves.json', size: file?.bytes.byteLength });
  return file?.bytes ?? new Uint8Array();
}

async function open(bytes: Uint8Array, name = 'moves.json') {
  target.host.fileToOpen = { name, bytes };
  return await target.call('migration.openFile', undefined);
}

describe('an export file', () => {
  it('moves a webhook to another tenant: nothing without the typed name, receipts that name it, and an undo', async () => {
    const opened = await open(await exportFile());
    expect(opened).toMatchObject({ isSigned: true, rules: [{ name: definition.name, url: definition.url }] });
    expect(opened?.rules[0]?.headers).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    const before = await webhooks(target);
    const plan = await target.plan({ kind: 'webhooks.import', fileId: opened?.fileId ?? '' });
    expect(plan.confirmation).toBe('Acme');
    await expect(
      target.call('changes.apply', { planId: plan.id, confirmation: 'acme' }),
    ).rejects.toMatchObject({
      error: { code: 'confirmation-mismatch' },
    });
    expect(await webhooks(target)).toEqual(before);

    const { receipts } = await target.call('changes.apply', { planId: plan.id, confirmation: ' Acme ' });
    expect(receipts).toMatchObject([{ result: 'verified', targetName: 'moves.json: Moves house' }]);
    const arrived = (await webhooks(target)).filter(({ name }) => name === definition.name);
    expect(arrived).toMatchObject([{ url: definition.url, requestBody: definition.requestBody }]);

    const undo = await target.call('history.planUndo', { id: receipts[0]?.historyId ?? '' });
    expect(undo.items.map(({ action, target: { name } }) => ({ action, name }))).toEqual([
      { action: 'delete', name: definition.name },
    ]);
    await target.call('changes.apply', { planId: undo.id, confirmation: 'Acme' });
    expect(await webhooks(target)).toEqual(before);
  });

  it('whose content was changed is refused by the tenant for its signature, and nothing is changed', async () => {
    const text = new TextDecoder().decode(await exportFile());
    const opened = await open(new TextEncoder().encode(text.replace('/moves', '/elsewhere')));
    const before = await webhooks(target);
    const plan = await target.plan({ kind: 'webhooks.import', fileId: opened?.fileId ?? '' });
    const { receipts } = await target.call('changes.apply', { planId: plan.id, confirmation: 'Acme' });
    expect(receipts).toMatchObject([{ result: 'failed', error: { code: 'signature-refused' } }]);
    expect(await webhooks(target)).toEqual(before);
    expect(await target.call('changes.interrupted', undefined)).toEqual([]);
  });

  it.each([
    ['file-not-json', 'Character|Line|cut short', '{"ruleActions": [', 'notes.json'],
    ['file-not-json', 'UTF-8', Uint8Array.of(0xff, 0xfe, 0x00), 'image.json'],
    ['file-wrong-shape', 'ruleActions', '{"rules": []}', 'other.json'],
    ['file-wrong-shape', 'ruleActions', '{"ruleActions": [], "version": "0.9"}', 'empty.json'],
    ['file-wrong-shape', 'the file', '[]', 'list.json'],
  ])('that is none is refused with %s before anything is sent (%s)', async (code, detail, content, name) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await expect(open(bytes, name)).rejects.toMatchObject({
      error: { code, message: expect.stringContaining(name), detail: expect.stringMatching(detail) },
    });
  });

  it('of more than 50 MB is refused before it is parsed', async () => {
    await expect(open(new Uint8Array(maxExportFileBytes + 1))).rejects.toMatchObject({
      error: { code: 'file-too-large', message: expect.stringContaining('51 MB') },
    });
  });
});
