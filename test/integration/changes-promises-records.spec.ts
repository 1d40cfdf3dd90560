import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, undo } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';

/** A record of another version of Tenant Desk is one entry that says so, and never the end of a list. */
const on = useDesk();
let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes into a profile what this version would not, as another one may have. */
function tamper(sql: string): void {
  const database = new DatabaseSync(join(folder, databaseFileName));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

async function profileWithAPlan(name: string): Promise<string> {
  await using desk = startHere();
  const { plan } = await desk.apply(create('webhook', aWebhook({ name })));
  return plan.id;
}

function startHere(): DeskOnTenant {
  return startDesk({ folder, baseUrl: on.network.baseUrl, accessToken: on.tenant.accessToken });
}

const savedText = (desk: DeskOnTenant): string => new TextDecoder().decode(desk.host.saved.at(-1)?.bytes);

describe('an entry of the history', () => {
  it.each([
    ['of a newer version', `version = 99`],
    ['with an origin that is not known', `origin = '{"type":"change-set","file":"x"}'`],
    ['with an origin that is no JSON', `origin = '{'`],
    ['with an error that is not known', `error = '{"code":"from-tomorrow"}'`],
    ['with a state that is not known', `state = 'archived'`],
  ])('%s is shown as unreadable, beside all others', async (_what, change) => {
    const readable = await profileWithAPlan('readable');
    const bad = await profileWithAPlan('unreadable');
    tamper(`UPDATE plans SET ${change} WHERE id = '${bad}'`);
    await using desk = startHere();
    const entries = await desk.call('history.list', {});
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ isReadable: true, plan: expect.objectContaining({ id: readable }) }),
        expect.objectContaining({ isReadable: false, id: bad, reason: expect.stringMatching(/version/) }),
      ]),
    );
    expect(await desk.open()).toEqual([]);

    await desk.call('history.export', {});
    expect(savedText(desk)).toContain(bad);
    expect(savedText(desk)).toContain('unreadable');

    await desk.call('history.remove', { id: bad });
    await expect(desk.call('history.remove', { id: readable })).rejects.toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(await desk.history()).toMatchObject([{ id: readable }]);
  });

  it('about an unknown kind is listed and exported, with the reason why it cannot be undone', async () => {
    const planId = await profileWithAPlan('of tomorrow');
    tamper(`UPDATE plan_items SET kind = 'job' WHERE plan_id = '${planId}'`);
    await using desk = startHere();
    expect(await desk.history()).toMatchObject([{ id: planId, targets: [{ kind: 'job' }] }]);
    expect(await desk.itemsOf(planId)).toMatchObject([{ state: 'verified', target: { kind: 'job' } }]);
    await desk.call('history.export', {});
    expect(savedText(desk)).toContain(planId);
    await expect(desk.plan(undo(planId))).rejects.toMatchObject({ error: { code: 'record-unreadable' } });
  });

  it.each([
    ['state', `state = 'postponed'`],
    ['shape', `after = '{"name":1}', before = NULL`],
    ['version of its kind', `kind_version = 99`],
    ['words', `words = '{}'`],
  ])(
    'with an item of an unknown %s does not keep the others from being listed or exported',
    async (_what, change) => {
      const good = await profileWithAPlan('good');
      const bad = await profileWithAPlan('bad');
      tamper(`UPDATE plan_items SET ${change} WHERE plan_id = '${bad}'`);
      await using desk = startHere();
      expect(await desk.call('history.list', {})).toHaveLength(2);
      expect(await desk.itemsOf(good)).toMatchObject([{ state: 'verified' }]);
      const exported = await desk.call('history.export', {});
      expect(exported?.count).toBe(2);
      expect(savedText(desk)).toContain(bad);
    },
  );
});

/** Leaves two plans open, and answers the second one. */
async function openPlans(): Promise<string> {
  await using desk = startHere();
  on.network.setFaults(({ method, path }) =>
    method === 'POST' && path.endsWith('/rules/webhook')
      ? { kind: 'answer', status: 401, body: '' }
      : { kind: 'pass' },
  );
  await desk.apply(create('webhook', aWebhook({ name: 'open and unreadable' })));
  const { plan } = await desk.apply(create('webhook', aWebhook({ name: 'open' })));
  on.network.setFaults(() => ({ kind: 'pass' }));
  return plan.id;
}

describe('a plan of another version that was cut short', () => {
  it('does not prevent others from being offered', async () => {
    const planId = await openPlans();
    tamper(`UPDATE plans SET version = 99 WHERE id <> '${planId}'`);
    await using desk = startHere();
    expect(await desk.open()).toMatchObject([{ id: planId }]);
    expect(await desk.call('changes.resume', { planId })).toMatchObject({ counts: { verified: 1 } });
  });
});

describe('a draft', () => {
  it.each([
    ['of a kind that is not known', `kind = 'job'`, 'job'],
    ['of a newer version of its kind', `kind_version = 99`, 'webhook'],
    ['with a member that is not known', `state = json_set(state, '$.color', 'red')`, 'webhook'],
    ['that is no JSON', `state = '{'`, 'webhook'],
  ])(
    '%s is listed as one that cannot be opened, can be saved to a file, and removed',
    async (_what, change, kind) => {
      const [good, bad] = ['new:good', 'new:bad'];
      {
        await using desk = startHere();
        for (const targetId of [good, bad]) {
          await openDraft(desk, { kind: 'webhook', targetId, base: null }).type(aWebhook({ name: targetId }));
        }
      }
      tamper(`UPDATE drafts SET ${change} WHERE target_id = '${bad}'`);
      await using desk = startHere();
      const listed = await desk.call('drafts.list', {});
      expect(listed).toHaveLength(2);
      expect(listed.find(({ targetId }) => targetId === good)?.unreadable).toBeUndefined();
      expect(listed.find(({ targetId }) => targetId === bad)?.unreadable).toEqual(expect.any(String));

      const key = { tenantId: desk.tenantId, kind, targetId: bad };
      await expect(desk.call('drafts.get', key)).rejects.toMatchObject({
        error: { code: 'record-unreadable' },
      });
      expect(await desk.call('drafts.get', { ...key, kind: 'webhook', targetId: good })).toBeDefined();
      await desk.call('drafts.export', key);
      expect(savedText(desk)).toContain(bad);
      await desk.call('drafts.discard', key);
      expect(await desk.call('drafts.list', {})).toHaveLength(1);
    },
  );
});
