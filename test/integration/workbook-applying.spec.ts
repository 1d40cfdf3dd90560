import { unpackWorkbook } from '../../contract/webhooks/workbook-table.ts';
import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { undo } from '../builders/requests.ts';
import { named, sourceSecret, useWorkbook } from './use-workbook.ts';

const on = useWorkbook();

describe('applying a workbook', () => {
  it('is one plan with one entry of the history, and its undo leaves the target exactly as it was', async () => {
    const before = await on.webhooksOf('acme');
    const workbook = await on.decide(await on.open(), 'Twin', 'create');
    const { plan, items } = await on.apply(workbook);
    expect(plan).toMatchObject({ state: 'finished', title: 'Migrate from Staging · 4 webhooks' });
    expect(items.map(({ verb, target }) => `${verb} ${target.name}`)).toEqual([
      'create Fresh',
      'update Other',
      'create Twin',
      'create Twin',
    ]);
    const after = await on.webhooksOf('acme');
    expect(Object.fromEntries(after.map(({ name, enabled }) => [name, enabled]))).toEqual({
      Same: true,
      Fresh: false,
      Other: true,
      Twin: true,
    });
    expect(after).toHaveLength(5);
    expect((await on.desk.history()).filter(({ id }) => id === plan.id)).toHaveLength(1);
    await on.desk.apply(undo(plan.id));
    const withoutIds = (webhooks: Webhook[]) =>
      webhooks
        .map(({ name, requestBody, enabled, url }) => ({ name, requestBody, enabled, url }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    expect(withoutIds(await on.webhooksOf('acme'))).toEqual(withoutIds(before));
  });

  it('is labeled with the name of the workbook, which is stored with it', async () => {
    const { id, startedAt, name } = await on.open();
    expect(name).toBeNull();
    expect(startedAt).toBeLessThanOrEqual(Date.now());
    const change = { set: 'name', name: 'Staging to production, November' } as const;
    const named = unpackWorkbook(await on.desk.call('workbooks.change', { workbookId: id, change }));
    const { plan } = await on.apply(named);
    expect(plan.title).toBe('Migrate “Staging to production, November” from Staging · 2 webhooks');
    await on.restart();
    expect(await on.open()).toMatchObject({ id, startedAt, name: change.name });
    expect(await on.desk.call('workbooks.list', undefined)).toMatchObject([{ id, name: change.name }]);
  });

  it('shows the outcome of each rule afterwards, and proposes nothing more for existing rules', async () => {
    const workbook = await on.decide(await on.open(), 'Other', 'create');
    await on.apply(workbook);
    const after = await on.ask('workbooks.read', { workbookId: workbook.id });
    expect(named(after, 'Fresh')).toMatchObject({ decision: 'skip', run: { state: 'verified' } });
    expect(named(after, 'Other').isChosen).toBe(false);
    expect(after.ready).toBe(0);
    await expect(on.apply(after)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });

  it('leaves behind what is skipped or not decided', async () => {
    const workbook = await on.decide(await on.open(), 'Fresh', 'skip');
    const { items } = await on.apply(workbook);
    expect(items.map(({ target }) => target.name)).toEqual(['Other']);
  });

  it('brings all of them disabled where the person chose that', async () => {
    const workbook = await on.ask('workbooks.change', {
      workbookId: (await on.open()).id,
      change: { set: 'arriveDisabled', isOn: true },
    });
    await on.apply(workbook);
    const after = (await on.webhooksOf('acme')).filter(({ name }) => name !== 'Same');
    expect(after.map(({ name, enabled }) => `${name} ${enabled}`).toSorted()).toEqual([
      'Fresh false',
      'Other false',
    ]);
  });

  it('resumes only with the rejected rules', async () => {
    const workbook = await on.open();
    on.network.setFaults(({ method, path, body }) =>
      method === 'POST' && path.endsWith('/rules/webhook') && body.includes('Fresh')
        ? { kind: 'answer', status: 400, body: '{"error": "no"}' }
        : { kind: 'pass' },
    );
    await on.apply(workbook);
    on.network.setFaults(() => ({ kind: 'pass' }));
    const after = await on.ask('workbooks.read', { workbookId: workbook.id });
    expect(named(after, 'Fresh')).toMatchObject({ decision: 'create', run: { state: 'refused' } });
    const { items } = await on.apply(after);
    expect(items.map(({ target, state }) => `${target.name} ${state}`)).toEqual(['Fresh verified']);
  });

  it('saves a receipt for a ticket, without credentials, and nothing in it is a formula', async () => {
    await on.holds('staging', aWebhook({ name: '=cmd|calc', headers: `Authorization: ${sourceSecret}` }));
    const workbook = await on.open();
    await on.apply(workbook);
    for (const format of ['csv', 'json'] as const) {
      await on.desk.call('workbooks.receipt', { workbookId: workbook.id, format });
      const text = new TextDecoder().decode(on.desk.host.saved.at(-1)?.bytes);
      expect(text).toContain('verified');
      expect(text).not.toContain(sourceSecret);
      if (format === 'csv') expect(text).toContain("'=cmd|calc");
      else expect(JSON.parse(text)).toMatchObject({ source: 'Staging', target: 'Acme' });
    }
  });
});
