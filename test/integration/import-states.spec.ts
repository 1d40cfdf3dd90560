import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll, undo } from '../builders/requests.ts';
import { confirmed } from '../builders/confirmed.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';

/** Webhooks travel from one tenant to another, and are there as they were here. */
let tenants: TestTenant;
let network: FaultProxy;
let desk: DeskOnTenant;
let sourceId: string;

const rules = [
  aWebhook({ name: 'On call', enabled: true }),
  aWebhook({ name: 'Off duty', enabled: false }),
  aWebhook({ name: 'Switched off later', enabled: true }),
];

beforeAll(async () => {
  tenants = await aTenant({ tenants: 2 });
});
afterAll(() => tenants[Symbol.asyncDispose]());

beforeEach(async () => {
  const [staging, production] = tenants.addresses;
  network = await startFaultProxy(production?.baseUrl ?? '');
  desk = startDesk({ baseUrl: network.baseUrl, accessToken: production?.accessToken ?? '' });
  sourceId = desk.addTenant('Staging', {
    baseUrl: staging.baseUrl,
    accessToken: staging.accessToken ?? '',
  });
  await atSource(
    setAll(
      'webhook',
      (await sourceWebhooks()).map(({ id }) => id),
      null,
    ),
  );
  await atSource(create('webhook', ...rules));
  const last = (await sourceWebhooks()).find(({ name }) => name === 'Switched off later');
  await atSource(setAll('webhook', [last?.id ?? ''], { enabled: false }));
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

const sourceWebhooks = async () =>
  (await desk.call('webhooks.list', { tenantId: sourceId, freshness: 'tenant-first' })).data;

async function atSource(request: ChangeRequest): Promise<void> {
  const plan = await desk.call('changes.plan', { tenantId: sourceId, request });
  await desk.call('changes.apply', confirmed(plan));
}

interface Way {
  readonly arriveDisabled?: boolean;
  readonly includeUrls?: boolean;
  /** The instance of another admin, which has never seen the tenant of the file. */
  readonly by?: DeskOnTenant;
}

async function exported(includeUrls = true): Promise<Uint8Array> {
  await desk.call('migration.export', {
    tenantId: sourceId,
    webhookIds: (await sourceWebhooks()).map(({ id }) => id),
    fileName: 'three',
    includeUrls,
    includeHeaders: true,
  });
  return desk.host.saved.at(-1)?.bytes ?? new Uint8Array();
}

async function planImport({ arriveDisabled = false, includeUrls = true, by = desk }: Way = {}) {
  by.host.fileToOpen = { name: 'three.json', bytes: await exported(includeUrls) };
  const opened = await by.call('migration.openFile', undefined);
  const before = new Set((await by.webhooks()).map(({ id }) => id));
  const input = { fileId: opened?.fileId ?? '', arriveDisabled };
  const plan = await by.plan({ from: 'action', kind: 'webhook-file', inputs: [input] });
  const arrived = async (): Promise<Record<string, boolean>> =>
    Object.fromEntries(
      (await by.webhooks()).filter(({ id }) => !before.has(id)).map(({ name, enabled }) => [name, enabled]),
    );
  return { opened, plan, arrived };
}

const asTheyWere = { 'On call': true, 'Off duty': false, 'Switched off later': false };
const switches = () => network.requests.filter(({ path }) => path.endsWith('/status'));

describe('webhooks that travel', () => {
  it('in a file are imported with their status, as the review says, and the undo removes them', async () => {
    const { opened, plan, arrived } = await planImport();
    expect(Object.fromEntries(opened?.rules.map(({ name, enabled }) => [name, enabled]) ?? [])).toEqual(
      asTheyWere,
    );
    const [item] = await desk.itemsOf(plan.id);
    expect(item?.warnings.join(' ')).toMatch(/2 webhooks will be disabled.*Until then, they may be called/);
    expect(item?.steps.map(({ words }) => words)).toContain('Disable 2 webhooks unless already disabled');
    const before = await desk.webhooks();
    const { items } = await desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await arrived()).toEqual(asTheyWere);
    await desk.apply(undo(plan.id));
    expect(await desk.webhooks()).toEqual(before);
  });

  it('in a file are imported as disabled if the user chose that', async () => {
    const { plan, arrived } = await planImport({ arriveDisabled: true });
    await desk.applyPlan(plan);
    expect(await arrived()).toEqual({ 'On call': false, 'Off duty': false, 'Switched off later': false });
  });

  it('without URLs stay disabled, because nothing can be called, and need no confirmation', async () => {
    const { plan, arrived } = await planImport({ includeUrls: false });
    expect((await desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await arrived()).toEqual({ 'On call': false, 'Off duty': false, 'Switched off later': false });
    expect(switches()).toEqual([]);
  });

  it('in a file of another admin are imported as the tenant decides, as the review says', async () => {
    const [, production] = tenants.addresses;
    await using otherDesk = startDesk({
      baseUrl: network.baseUrl,
      accessToken: production?.accessToken ?? '',
    });
    const { opened, plan } = await planImport({ by: otherDesk });
    expect(opened?.rules.map(({ enabled }) => enabled)).toEqual([null, null, null]);
    const [item] = await otherDesk.itemsOf(plan.id);
    expect(item?.warnings.join(' ')).toMatch(/Unknown whether 3 webhooks were enabled/);
    expect((await otherDesk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(switches()).toEqual([]);
  });

  it('in a file are imported with their status if the tenant’s status numbers are not known yet', async () => {
    const [, production] = tenants.addresses;
    await using real = startDesk({
      baseUrl: network.baseUrl,
      accessToken: production?.accessToken ?? '',
      isSandbox: false,
    });
    const { plan, arrived } = await planImport({ by: real, arriveDisabled: true });
    expect((await real.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await arrived()).toEqual({ 'On call': false, 'Off duty': false, 'Switched off later': false });
    expect(switches()).toHaveLength(3);
  });

  it('one by one, as those that are edited or only some of a file do, arrive in the state that they had', async () => {
    const states: WebhookState[] = rules.map((rule) => ({ ...rule, requestBody: `${rule.requestBody}\n` }));
    const before = new Set((await desk.webhooks()).map(({ id }) => id));
    await desk.apply(create('webhook', ...states));
    const arrived = (await desk.webhooks()).filter(({ id }) => !before.has(id));
    expect(Object.fromEntries(arrived.map(({ name, enabled }) => [name, enabled]))).toEqual({
      'On call': true,
      'Off duty': false,
      'Switched off later': true,
    });
  });
});

describe('an import that is cut short', () => {
  const failing = (times: number) => {
    let left = times;
    network.setFaults(({ path }) =>
      path.endsWith('/status') && left-- > 0 ? { kind: 'lose-request' } : { kind: 'pass' },
    );
  };

  it('after the file was sent lists the missing states, and resuming sets them without resending the file', async () => {
    const { plan, arrived } = await planImport();
    failing(Infinity);
    const { items } = await desk.applyPlan(plan);
    expect(items[0]).toMatchObject({ state: 'incomplete' });
    expect(items[0]?.error?.detail).toMatch(/“Off duty” disabled/);
    failing(0);
    const resumed = await desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    expect(await arrived()).toEqual(asTheyWere);
    expect(network.requests.filter(({ path }) => path.includes('/file/import/'))).toHaveLength(1);
  });

  it('can be rolled back instead, without a trace', async () => {
    const { plan } = await planImport();
    const before = (await desk.webhooks()).length;
    failing(Infinity);
    await desk.applyPlan(plan);
    failing(0);
    const taken = await desk.call('changes.takeBack', { planId: plan.id });
    expect(taken).toMatchObject({ state: 'finished', counts: { verified: 3 } });
    expect(await desk.webhooks()).toHaveLength(before);
  });

  it('is rejected if the file was changed after the review, and nothing is sent', async () => {
    const bytes = await exported();
    desk.host.fileToOpen = { name: 'three.json', bytes, isAsOpened: async () => false };
    const opened = await desk.call('migration.openFile', undefined);
    const { items } = await desk.apply({
      from: 'action',
      kind: 'webhook-file',
      inputs: [{ fileId: opened?.fileId ?? '' }],
    });
    expect(items).toMatchObject([
      { state: 'outdated', error: { message: expect.stringMatching(/changed after the review/) } },
    ]);
    expect(network.requests.filter(({ path }) => path.includes('/file/import/'))).toEqual([]);
  });
});
