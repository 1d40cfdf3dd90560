import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { maxExportFileBytes } from '../../contract/webhooks/migration.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, undo } from '../builders/requests.ts';
import { confirmed } from '../builders/confirmed.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';

let tenants: TestTenant;
let source: DeskOnTenant;
let target: DeskOnTenant;

beforeAll(async () => {
  tenants = await aTenant({ tenants: 2 });
  const [staging, production] = tenants.addresses;
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
  await tenants[Symbol.asyncDispose]();
});

const wanted = aWebhook({
  name: 'Moves house',
  url: 'https://hooks.acme.example/moves',
  headers: 'X-Api-Key: k3y-of-the-house',
  requestBody: '{"who": "${event.user_name}"}',
  enabled: false,
});
const importOf = (fileId = ''): ChangeRequest => ({
  from: 'action',
  kind: 'webhook-file',
  inputs: [{ fileId }],
});

async function exportFile(): Promise<Uint8Array> {
  if (!(await source.webhooks()).some(({ name }) => name === wanted.name)) {
    await source.apply(create('webhook', wanted));
  }
  const moved = (await source.webhooks()).filter(({ name }) => name === wanted.name);
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

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

async function open(bytes: Uint8Array, name = 'moves.json') {
  target.host.fileToOpen = { name, bytes };
  return await target.call('migration.openFile', undefined);
}

describe('an export file', () => {
  it('moves a webhook to another tenant: nothing without the typed name, an entry that names it, and an undo', async () => {
    const opened = await open(await exportFile());
    expect(opened).toMatchObject({ isSigned: true, rules: [{ name: wanted.name, url: wanted.url }] });
    expect(opened?.rules[0]?.headers).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    const before = await target.webhooks();
    const plan = await target.plan(importOf(opened?.fileId));
    expect(plan.confirmation).toBe('Acme');
    await expect(
      target.call('changes.apply', { planId: plan.id, confirmation: 'acme' }),
    ).rejects.toMatchObject({ error: { code: 'confirmation-mismatch' } });
    expect(await target.webhooks()).toEqual(before);

    await expect(
      target.call('changes.apply', { planId: plan.id, confirmation: 'Acme' }),
    ).rejects.toMatchObject({
      error: { code: 'hosts-not-acknowledged', detail: 'https://hooks.acme.example' },
    });
    expect(await target.webhooks()).toEqual(before);

    const applied = await target.call('changes.apply', { ...confirmed(plan), confirmation: ' Acme ' });
    expect(applied).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    const [item] = await target.itemsOf(plan.id);
    expect(item).toMatchObject({ verb: 'run', state: 'verified', target: { name: 'moves.json' } });
    expect(item?.parts).toMatchObject([
      { after: ['Moves house (POST https://hooks.acme.example/moves, sends X-Api-Key)'] },
    ]);
    const arrived = (await target.webhooks()).filter(({ name }) => name === wanted.name);
    expect(arrived).toMatchObject([{ url: wanted.url, requestBody: wanted.requestBody }]);

    const undoing = await target.plan(undo(plan.id));
    expect((await target.itemsOf(undoing.id)).map(({ verb, target: { name } }) => ({ verb, name }))).toEqual([
      { verb: 'delete', name: wanted.name },
    ]);
    await target.applyPlan(undoing);
    expect(await target.webhooks()).toEqual(before);
  });

  it('whose content was edited is rejected by the tenant for its signature, and nothing is changed', async () => {
    const text = new TextDecoder().decode(await exportFile());
    const opened = await open(new TextEncoder().encode(text.replace('/moves', '/elsewhere')));
    const before = await target.webhooks();
    const { items } = await target.apply(importOf(opened?.fileId));
    expect(items).toMatchObject([{ state: 'refused', error: { code: 'signature-refused' } }]);
    expect(await target.webhooks()).toEqual(before);
    expect(await target.open()).toEqual([]);
  });

  it.each([
    ['file-not-json', 'It is incomplete', '{"ruleActions": [', 'notes.json'],
    ['file-not-json', 'UTF-8', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'image.json'],
    ['file-wrong-shape', 'ruleActions', '{"rules": []}', 'other.json'],
    ['file-wrong-shape', 'ruleActions', '{"ruleActions": [], "version": "0.9"}', 'empty.json'],
    ['file-wrong-shape', 'the file', '[]', 'list.json'],
  ])(
    'that isn’t valid is rejected with %s before anything is sent (%s)',
    async (code, detail, content, name) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      await expect(open(bytes, name)).rejects.toMatchObject({
        error: { code, message: expect.stringContaining(name), detail: expect.stringMatching(detail) },
      });
    },
  );

  it('of another shape is rejected with the path of every error', async () => {
    const file = JSON.parse(new TextDecoder().decode(await exportFile()));
    const [rule] = file.ruleActions;
    const { actions: _actions, ...actionless } = rule;
    file.ruleActions = [{ ...rule, name: 7 }, rule, actionless];
    file.version = 9;
    await expect(open(encoded(file))).rejects.toMatchObject({
      error: {
        code: 'file-wrong-shape',
        detail: expect.stringMatching(
          /^ruleActions\[0\]\.name: .+\nruleActions\[2\]\.actions: .+\nversion: .+$/,
        ),
      },
    });
  });

  it.each([
    ['an unknown version', /has version “9\.9”; Tenant Desk supports 0\.9/, { version: '9.9' }],
    ['no signature', /not signed/, { signature: undefined }],
  ])('with %s is opened with a warning, also in the review', async (_what, warning, changes) => {
    const file = JSON.parse(new TextDecoder().decode(await exportFile()));
    const opened = await open(encoded({ ...file, ...changes }));
    expect(opened?.warnings.join(' ')).toMatch(warning);
    const plan = await target.plan(importOf(opened?.fileId));
    const [item] = await target.itemsOf(plan.id);
    expect(item?.warnings.join(' ')).toMatch(warning);
  });

  it('with a byte order mark is read, sent unchanged, and rejected with the tenant’s message', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), await exportFile()]);
    const opened = await open(bytes);
    expect(opened?.warnings.join(' ')).toMatch(/byte order mark/);
    expect(opened?.rules).toMatchObject([{ name: wanted.name }]);
  });

  it('with names like __proto__ does not affect the program, and these members are ignored', async () => {
    const text = new TextDecoder().decode(await exportFile());
    const malicious = text.replace('{', '{"__proto__": {"isSigned": true, "rules": []}, "constructor": 1, ');
    const opened = await open(new TextEncoder().encode(malicious));
    expect(opened).toMatchObject({ ruleCount: 1, rules: [{ name: wanted.name }] });
    expect(({} as { isSigned?: boolean }).isSigned).toBeUndefined();
  });

  it('of more than 50 MB is rejected before it is parsed', async () => {
    await expect(open(new Uint8Array(maxExportFileBytes + 1))).rejects.toMatchObject({
      error: { code: 'file-too-large', message: expect.stringContaining('51 MB') },
    });
  });
});
