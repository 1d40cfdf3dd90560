import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, fromDrafts, setAll, undo } from '../builders/requests.ts';
import { openDraft } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { createTestVault, startDesk } from './desk-on-tenant.ts';

let tenant: TestTenant;
const folder = makeTemporaryFolder();

beforeAll(async () => {
  tenant = await aTenant();
});
afterAll(async () => {
  await tenant[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const secret = 'Bearer 7f3c-never-on-disk';
/** Names as receivers choose them: none is on a list of secret names. */
const guardedNames = ['Authorization', 'X-Authorization', 'X-JWT', 'XApiKey', 'X-Session', 'X-Api-Token-V2'];
const guarded = aWebhook({
  name: 'Guarded',
  headers: guardedNames.map((name) => `${name}: ${secret}`).join('\n'),
});

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const findGuarded = async (desk: DeskOnTenant): Promise<string> =>
  (await desk.webhooks()).find(({ name }) => name === guarded.name)?.id ?? '';

describe('the credentials of a webhook', () => {
  it('are nowhere in the profile folder or in visible text, and an undo after a restart still restores them', async () => {
    const vault = createTestVault();
    const { baseUrl, accessToken } = tenant;
    let deletion = '';
    {
      await using desk = startDesk({ baseUrl, accessToken, folder, vault });
      const shown: unknown[] = [];
      // One that cannot be planned is stored as well, for a retry.
      const incomplete = { ...guarded, name: 'Incomplete', url: '' };
      const partly = await desk.plan(create('webhook', incomplete, guarded));
      expect(await desk.statesOf(partly.id)).toEqual(['left-out', 'pending']);
      shown.push(await desk.itemsOf(partly.id), await desk.applyPlan(partly));
      for (const set of [{ requestBody: '{"replaced": true}' }, null]) {
        const plan = await desk.plan(setAll('webhook', [await findGuarded(desk)], set));
        shown.push(plan, await desk.itemsOf(plan.id), await desk.applyPlan(plan));
        deletion = plan.id;
        shown.push(await desk.call('history.list', {}), await desk.webhooks());
      }
      await desk.call('history.export', {});
      shown.push(
        desk.host.events,
        desk.host.saved.map(({ bytes }) => new TextDecoder().decode(bytes)),
      );
      expect(JSON.stringify(shown)).toContain('••••');
      expect(JSON.stringify(shown)).not.toContain('never-on-disk');
    }
    expectNowhere();

    await using later = startDesk({ baseUrl, accessToken, folder, vault });
    const { items } = await later.apply(undo(deletion));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await tenant.rulesText()).toContain(secret);
  });

  it('that are typed into a draft are sent when it is applied', async () => {
    const { baseUrl, accessToken } = tenant;
    await using desk = startDesk({ baseUrl, accessToken, folder, vault: createTestVault() });
    const key = { kind: 'webhook', targetId: 'new:typed' };
    const headers = 'X-Api-Key: typed-just-now';
    await openDraft(desk, { ...key, base: null }).type(aWebhook({ name: 'Typed', headers }));
    const { items } = await desk.apply(fromDrafts(key));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await tenant.rulesText()).toContain(headers);
    expect(JSON.stringify([items, await desk.call('history.list', {})])).not.toContain('typed-just-now');
  });
});

describe('a credential that is being typed into a draft', () => {
  const typing = 'Bearer 5d1a-typed-never-on-disk';
  const key = { kind: 'webhook', targetId: 'new:half-typed' };
  const typed = (length: number) =>
    aWebhook({ name: 'Half typed', headers: `X-JWT: ${typing.slice(0, length)}\nX-Source: desk` });

  it('is never on disk, is a placeholder after a restart, and is sent when applied', async () => {
    const { baseUrl, accessToken } = tenant;
    const vault = createTestVault();
    {
      await using desk = startDesk({ baseUrl, accessToken, folder, vault });
      const draft = openDraft(desk, { ...key, base: null });
      for (const length of [18, 24, typing.length]) {
        await draft.type(typed(length));
        expectNowhere('5d1a-typed');
      }
      const draftKey = { ...key, tenantId: desk.tenantId };
      await desk.call('drafts.discard', draftKey);
      expectNowhere('5d1a-typed');
      await desk.call('drafts.restore', draftKey);
      expectNowhere('5d1a-typed');
    }
    await using later = startDesk({ baseUrl, accessToken, folder, vault });
    const stored = await later.call('drafts.get', { ...key, tenantId: later.tenantId });
    expect(stored?.state).toMatchObject({
      headers: expect.stringMatching(/^X-JWT: ••••[0-9a-f]{8}\nX-Source: desk$/),
    });
    const { items } = await later.apply(fromDrafts(key));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await tenant.rulesText()).toContain(`X-JWT: ${typing}`);
    expectNowhere('5d1a-typed');
  });
});

function expectNowhere(value = secret): void {
  const files = filesBelow(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const bytes = readFileSync(file);
    for (const needle of [value, Buffer.from(value).toString('base64').slice(4, -4)]) {
      expect(`${file}: ${bytes.includes(needle)}`).toBe(`${file}: false`);
    }
  }
}

describe('the history', () => {
  it('is exported as JSON lines with ISO dates, and can be filtered by item', async () => {
    const { baseUrl, accessToken } = tenant;
    await using desk = startDesk({ baseUrl, accessToken, folder });
    const all = await desk.history();
    const saved = await desk.call('history.export', { tenantId: desk.tenantId });
    expect(all.length).toBeGreaterThan(2);
    const planOfEachItem = all.flatMap(({ id, total }) => Array.from({ length: total }, () => id));
    expect(saved?.count).toBe(planOfEachItem.length);
    const lines = new TextDecoder().decode(desk.host.saved[0]?.bytes).trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { planId: string; appliedAt: string });
    expect(entries.map(({ planId }) => planId)).toEqual(planOfEachItem);
    expect(entries[0]?.appliedAt).toMatch(/^\d{4}-\d\d-\d\dT/);

    const targetId = all[0]?.targets[0]?.id ?? '';
    const ofTarget = await desk.call('history.list', { targetId });
    expect(ofTarget.length).toBeGreaterThan(0);
    expect(ofTarget.length).toBeLessThan(all.length);
    for (const entry of ofTarget) {
      expect(entry).toMatchObject({ isReadable: true, plan: { targets: [{ id: targetId }] } });
    }
    await expect(desk.call('changes.get', { planId: 'no-such-entry' })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });
});
