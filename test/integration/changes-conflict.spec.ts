import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookDefinitionFromText } from '../../contract/webhook-text.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

let tenant: TenantProcess;
let desk: DeskOnTenant;
/** The colleague who works on the same tenant from another machine. */
let colleague: DeskOnTenant;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
});
afterAll(() => tenant.stop());
beforeEach(() => {
  const [{ baseUrl, accessToken = '' }] = tenant.tenants;
  desk = startDesk({ baseUrl, accessToken });
  colleague = startDesk({ baseUrl, accessToken });
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await colleague[Symbol.asyncDispose]();
});

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

async function apply(who: DeskOnTenant, ...intents: Parameters<DeskOnTenant['plan']>) {
  const plan = await who.plan(...intents);
  return (await who.call('changes.apply', { planId: plan.id })).receipts;
}

async function someApplication(): Promise<string> {
  const { data } = await desk.call('applications.list', read);
  return data[0]?.id ?? '';
}

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

describe('a script that a colleague changed meanwhile', () => {
  it('is a conflict with a clean merge when other lines were changed, and nothing is sent until one is chosen', async () => {
    const applicationId = await someApplication();
    const base = lines('one', 'two', 'three', 'four', 'five');
    const theirs = lines('ONE', 'two', 'three', 'four', 'five');
    const mine = lines('one', 'two', 'three', 'four', 'FIVE');
    const replace = { kind: 'script.replace', applicationId } as const;
    await apply(desk, { ...replace, script: base });
    await apply(colleague, { ...replace, script: theirs });

    const plan = await desk.plan({ ...replace, script: mine, base });
    const merged = lines('ONE', 'two', 'three', 'four', 'FIVE');
    expect(plan.items[0]?.conflict).toEqual({ base, theirs, mine, merged, isClean: true });
    await expect(desk.call('changes.apply', { planId: plan.id })).rejects.toMatchObject({
      error: { code: 'conflict' },
    });
    expect((await desk.call('scripts.get', { ...read, applicationId })).data.script).toBe(theirs);

    expect(await apply(desk, { ...replace, script: merged, base: theirs })).toMatchObject([
      { result: 'verified' },
    ]);
    expect((await desk.call('scripts.get', { ...read, applicationId })).data.script).toBe(merged);
  });

  it('is a conflict with markers when the same line was changed', async () => {
    const applicationId = await someApplication();
    const replace = { kind: 'script.replace', applicationId } as const;
    await apply(colleague, { ...replace, script: lines('theirs') });
    const plan = await desk.plan({ ...replace, script: lines('mine'), base: lines('base') });
    expect(plan.items[0]?.conflict).toMatchObject({ isClean: false });
    expect(plan.items[0]?.conflict?.merged).toContain('<<<<<<< yours\nmine');
    expect(plan.items[0]?.conflict?.merged).toContain('theirs\n>>>>>>> in the tenant');
  });

  it('is no conflict when the colleague made the same change, or only other line ends', async () => {
    const applicationId = await someApplication();
    const replace = { kind: 'script.replace', applicationId } as const;
    await apply(colleague, { ...replace, script: 'same\r\nlines\r\n' });
    const same = await desk.plan({ ...replace, script: 'same\nlines\n', base: 'base\n' });
    expect(same.items[0]).toMatchObject({ action: 'none', summary: 'No change' });
    expect(same.items[0]?.conflict).toBeUndefined();
    const other = await desk.plan({ ...replace, script: 'other\n', base: 'same\nlines\n' });
    expect(other.items[0]?.conflict).toBeUndefined();
  });

  it('is not overwritten when the change comes between plan and apply', async () => {
    const applicationId = await someApplication();
    const replace = { kind: 'script.replace', applicationId } as const;
    const plan = await desk.plan({ ...replace, script: lines('planned') });
    await apply(colleague, { ...replace, script: lines('in between') });
    const { receipts } = await desk.call('changes.apply', { planId: plan.id });
    expect(receipts).toMatchObject([{ result: 'failed', error: { code: 'plan-outdated' } }]);
    expect((await desk.call('scripts.get', { ...read, applicationId })).data.script).toBe(
      lines('in between'),
    );
  });
});

describe('trusted origins that a colleague changed meanwhile', () => {
  it('are merged as sets: what either side added is in, what either side removed is out', async () => {
    const set = (origins: string[], base?: string[]) =>
      ({ kind: 'origins.set', origins, ...(base === undefined ? {} : { base }) }) as const;
    await apply(desk, set(['a.example', 'b.example', 'c.example']));
    await apply(colleague, set(['a.example', 'c.example', 'theirs.example']));
    const base = ['a.example', 'b.example', 'c.example'];
    const plan = await desk.plan(set(['a.example', 'b.example', 'mine.example'], base));
    expect(plan.items[0]?.conflict).toMatchObject({
      isClean: true,
      merged: 'a.example\ntheirs.example\nmine.example',
    });
  });

  it('warn when the tenant’s own host would leave the list', async () => {
    const { ownHost } = (await desk.call('origins.get', read)).data;
    await apply(desk, { kind: 'origins.set', origins: [ownHost, 'a.example'] });
    const plan = await desk.plan({ kind: 'origins.set', origins: ['a.example'] });
    expect(plan.items[0]?.warnings).toEqual([expect.stringContaining(ownHost)]);
  });
});

describe('a webhook that a colleague changed meanwhile', () => {
  const definition: WebhookDefinition = {
    name: 'Shared webhook',
    description: '',
    url: 'https://hooks.acme.example/shared',
    method: 'POST',
    contentType: 'application/json',
    headers: 'Authorization: Bearer first',
    requestBody: '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
  };
  const listed = async () =>
    (await desk.call('webhooks.list', read)).data.filter(({ name }) => name === definition.name);

  it('is gone under its old identifier, which the plan says', async () => {
    await apply(desk, { kind: 'webhook.create', definition });
    const [webhook] = await listed();
    const webhookId = webhook?.id ?? '';
    await apply(colleague, {
      kind: 'webhook.replace',
      webhookId,
      definition: { ...definition, riskLevel: 'High' },
    });
    await expect(desk.plan({ kind: 'webhook.replace', webhookId, definition })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('is merged field by field, with hidden headers kept as they are in the tenant', async () => {
    const [webhook] = await listed();
    const plan = await desk.plan({
      kind: 'webhook.replace',
      webhookId: webhook?.id ?? '',
      base: definition,
      definition: { ...definition, requestBody: definition.requestBody.replace('3', '33') },
    });
    const { conflict } = plan.items[0] ?? {};
    expect(conflict?.isClean).toBe(true);
    const merged = webhookDefinitionFromText(conflict?.merged ?? '');
    expect(merged).toMatchObject({
      riskLevel: 'High',
      requestBody: definition.requestBody.replace('3', '33'),
    });
    expect(merged?.headers).toMatch(/^Authorization: ••••[0-9a-f]{8}$/);
    expect(JSON.stringify(plan)).not.toContain('Bearer first');
  });
});
