import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { createTestVault, startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

let tenant: TenantProcess;
const folder = makeTemporaryFolder();

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
});
afterAll(async () => {
  await tenant.stop();
  rmSync(folder, { recursive: true, force: true });
});

const secret = 'Bearer 7f3c-never-on-disk';
const definition = {
  name: 'Guarded',
  description: '',
  url: 'https://hooks.acme.example/guarded',
  method: 'POST',
  contentType: 'application/json',
  headers: `Authorization: ${secret}`,
  requestBody: '{}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
} as const;

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const findGuarded = async (desk: DeskOnTenant) =>
  (await desk.call('webhooks.list', read)).data.find(({ name }) => name === definition.name);

describe('the credentials of a webhook', () => {
  it('stand nowhere under the profile folder nor in anything shown, and yet an undo after a restart restores them', async () => {
    const vault = createTestVault();
    const { baseUrl, accessToken = '' } = tenant.tenants[0];
    let deletion = '';
    {
      await using desk = startDesk({ baseUrl, accessToken, folder, vault });
      const shown: unknown[] = [];
      for (const intent of [
        { kind: 'webhook.create', definition } as const,
        { kind: 'webhook.delete', webhookId: '' } as const,
      ]) {
        const webhookId = (await findGuarded(desk))?.id ?? '';
        const plan = await desk.plan(intent.kind === 'webhook.delete' ? { ...intent, webhookId } : intent);
        const applied = await desk.call('changes.apply', { planId: plan.id });
        deletion = applied.receipts[0]?.historyId ?? '';
        shown.push(plan, applied, await desk.call('history.get', { id: deletion }));
        shown.push((await desk.call('webhooks.list', read)).data);
      }
      await desk.call('history.export', {});
      shown.push(
        desk.host.events,
        desk.host.saved.map(({ bytes }) => new TextDecoder().decode(bytes)),
      );
      expect(JSON.stringify(shown)).toContain('••••');
      expect(JSON.stringify(shown)).not.toContain('never-on-disk');
    }
    const files = filesBelow(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const bytes = readFileSync(file);
      for (const needle of [secret, Buffer.from(secret).toString('base64').slice(4, -4)]) {
        expect(`${file}: ${bytes.includes(needle)}`).toBe(`${file}: false`);
      }
    }

    await using later = startDesk({ baseUrl, accessToken, folder, vault });
    const undo = await later.call('history.planUndo', { id: deletion });
    await later.call('changes.apply', { planId: undo.id });
    const rules = await fetch(`${baseUrl}/analytics/services/v1.0/rules`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(await rules.text()).toContain(secret);
  });
});

describe('the history', () => {
  it('is exported as JSON lines with ISO dates, and can be asked for one thing', async () => {
    const { baseUrl, accessToken = '' } = tenant.tenants[0];
    await using desk = startDesk({ baseUrl, accessToken, folder });
    const all = await desk.history();
    const saved = await desk.call('history.export', { tenantId: desk.tenantId });
    expect(saved?.count).toBe(all.length);
    const lines = new TextDecoder().decode(desk.host.saved[0]?.bytes).trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { id: string; appliedAt: string });
    expect(entries.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(entries[0]?.appliedAt).toMatch(/^\d{4}-\d\d-\d\dT/);

    const targetId = all[0]?.target.id ?? '';
    const ofTarget = await desk.call('history.list', { targetId });
    expect(ofTarget.length).toBeGreaterThan(0);
    expect(ofTarget.every(({ target }) => target.id === targetId)).toBe(true);
    await expect(desk.call('history.get', { id: 'no-such-entry' })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });
});
