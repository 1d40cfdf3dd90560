import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookSchema } from '../../contract/webhooks/webhooks.ts';
import { readExportFile } from '../../main/webhooks/files/export-file.ts';
import { digestOfFile } from '../../main/webhooks/files/known-states.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { begin, createKindsOnTenant } from './kinds-on-tenant.ts';
import { useKinds } from '../builders/use-kinds.ts';

const on = useKinds();

const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const gone = { kind: 'answer', status: 504, body: 'Gateway time-out', contentType: 'text/html' } as const;
const rejected = { kind: 'answer', status: 403, body: JSON.stringify({ message: 'Not for you.' }) } as const;

function webhook(name: string, changes: Partial<WebhookState> = {}): WebhookState {
  return {
    name,
    description: '',
    url: 'https://hooks.acme.example/alerts',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: `{"from": "${name}"}`,
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
    ...changes,
  };
}

/** Adds a webhook past the network and answers its identifier. */
async function add(state: WebhookState): Promise<string> {
  const change = await begin(on.colleague, on.colleague.webhook, { targetId: '', wanted: () => state });
  await change.apply();
  const seen = await change.observe();
  if (seen.state !== 'in-effect') throw new Error(`${state.name} was not created: ${seen.state}`);
  return seen.outcome.targetId;
}

async function has(id: string): Promise<boolean> {
  return (await on.colleague.webhook.read(id, on.colleague.newContext())) !== undefined;
}

const edit = (targetId: string, changes: Partial<WebhookState>) =>
  begin(on.kinds, on.kinds.webhook, {
    targetId,
    wanted: (before) => ({ ...webhook(''), ...before, ...changes }),
  });

describe('a webhook that is created', () => {
  it('is found by all that was sent, and deleted again by its inverse', async () => {
    const create = await begin(on.kinds, on.kinds.webhook, {
      targetId: '',
      wanted: () => webhook('created', { headers: 'Authorization: Bearer abc\nX-Team: a' }),
    });
    expect(JSON.stringify(create.change)).not.toContain('Bearer abc');
    expect(await create.observe()).toEqual({ state: 'as-before' });
    await create.apply();
    const seen = await create.observe();
    if (seen.state !== 'in-effect') throw new Error(seen.state);
    const [inverse] = on.kinds.webhook.inverse?.(create.change, seen.outcome) ?? [];
    expect(inverse).toMatchObject({ targetId: seen.outcome.targetId, wanted: null });
  });

  it('is not another administrator’s of the same name, which is left alone', async () => {
    on.network.setFaults((request) => (isCreate(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const create = await begin(on.kinds, on.kinds.webhook, {
      targetId: '',
      wanted: () => webhook('contested'),
    });
    const theirs = await add(webhook('contested', { requestBody: '{"theirs": true}' }));
    await expect(create.apply()).rejects.toMatchObject({ error: { code: 'connection-lost' } });
    const seen = await create.observe();
    expect(seen).toMatchObject({ state: 'different', what: expect.stringContaining('template') });
    expect(seen).not.toHaveProperty('outcome');
    expect(await has(theirs)).toBe(true);
  });
});

describe('a webhook that is replaced', () => {
  it('stays beside the new one if the deletion is unknown, and the new one is never deleted', async () => {
    const oldId = await add(webhook('late-effect'));
    on.network.setFaults((request) => (isDelete(request) ? gone : { kind: 'pass' }));
    const replace = await edit(oldId, { riskLevel: 'High' });
    await expect(replace.apply()).rejects.toMatchObject({ error: { code: 'tenant-error' } });
    expect(on.network.requests.filter(isDelete)).toHaveLength(1);
    const seen = await replace.observe();
    expect(seen).toMatchObject({ state: 'partial', outcome: { oldId } });

    // The tenant carries out what its gateway had given up on.
    const late = await begin(on.colleague, on.colleague.webhook, { targetId: oldId, wanted: () => null });
    await late.apply();
    const later = await replace.observe();
    if (later.state !== 'in-effect') throw new Error(later.state);
    expect(later.outcome.targetId).not.toBe(oldId);
    expect(await has(later.outcome.targetId)).toBe(true);
  });

  it('is completed by applying again, which creates no second one', async () => {
    const oldId = await add(webhook('completed'));
    on.network.setFaults((request) => (isDelete(request) ? gone : { kind: 'pass' }));
    const replace = await edit(oldId, { description: 'new' });
    await expect(replace.apply()).rejects.toThrow();
    on.network.setFaults(() => ({ kind: 'pass' }));
    const again = on.kinds.webhook.apply(replace.change, on.kinds.newContext());
    expect(await replace.observe(await again)).toMatchObject({ state: 'in-effect' });
    expect(on.network.requests.filter(isCreate)).toHaveLength(1);
    expect(await has(oldId)).toBe(false);
  });

  it('is not reported as rejected if only the list was rejected after the new one was accepted', async () => {
    const oldId = await add(webhook('unread'));
    const replace = await edit(oldId, { description: 'new' });
    let isAccepted = false;
    on.network.setFaults((request) => {
      if (isCreate(request)) isAccepted = true;
      return isAccepted && request.method === 'GET' ? rejected : { kind: 'pass' };
    });
    await expect(replace.apply()).rejects.toMatchObject({ error: { code: 'outcome-unknown' } });
    on.network.setFaults(() => ({ kind: 'pass' }));
    expect(await replace.observe()).toMatchObject({ state: 'partial', outcome: { oldId } });
  });

  it('is as before if the tenant rejects deleting the old one: the new one is rolled back', async () => {
    const oldId = await add(webhook('refused'));
    on.network.setFaults((request) =>
      isDelete(request) && request.path.endsWith(oldId) ? rejected : { kind: 'pass' },
    );
    const replace = await edit(oldId, { description: 'new' });
    await expect(replace.apply()).rejects.toMatchObject({ error: { code: 'forbidden' } });
    expect(await replace.observe()).toEqual({ state: 'as-before' });
  });

  it('stays with what the tenant made of the new one when that is something else, and nothing is deleted', async () => {
    const oldId = await add(webhook('altered'));
    on.network.setFaults((request) =>
      isCreate(request)
        ? { kind: 'pass', body: request.body.replace('"High"', '"Medium"') }
        : { kind: 'pass' },
    );
    const replace = await edit(oldId, { riskLevel: 'High' });
    await expect(replace.apply()).rejects.toMatchObject({ error: { code: 'verification-failed' } });
    expect(on.network.requests.filter(isDelete)).toEqual([]);
    const seen = await replace.observe();
    expect(seen).toMatchObject({ state: 'different', what: expect.stringContaining('risk level') });
    expect(seen).not.toHaveProperty('outcome');
    expect(await has(oldId)).toBe(true);
  });

  it('is not deleted if someone switched it while the new one was created', async () => {
    const oldId = await add(webhook('switched'));
    const replace = await edit(oldId, { description: 'new' });
    const toggle = await begin(on.colleague, on.colleague.webhook, {
      targetId: oldId,
      wanted: (before) => before && { ...before, enabled: false },
    });
    await toggle.apply();
    await expect(replace.apply()).rejects.toMatchObject({ error: { code: 'verification-failed' } });
    expect(await has(oldId)).toBe(true);
    const seen = await replace.observe();
    expect(seen).toMatchObject({
      state: 'different',
      what: expect.stringContaining('state'),
      outcome: { oldId },
    });
    if (seen.state !== 'different' || seen.outcome === undefined) throw new Error('nothing to undo');
    const inverse = on.kinds.webhook.inverse?.(replace.change, seen.outcome);
    expect(inverse).toMatchObject([{ targetId: seen.outcome.targetId, wanted: null }]);
  });

  it('leaves the offline list as new as the change', async () => {
    const oldId = await add(webhook('offline'));
    const replace = await edit(oldId, { description: 'new' });
    const seen = await replace.observe(await replace.apply());
    if (seen.state !== 'in-effect') throw new Error(seen.state);
    const { targetId } = seen.outcome;
    on.kinds.webhook.remember?.([{ targetId, oldId, state: replace.change.after }], 'acme');
    const list = on.kinds.snapshots.read('acme', 'webhooks', webhookSchema.array());
    expect(list?.data.filter(({ name }) => name === 'offline')).toMatchObject([
      { id: targetId, description: 'new' },
    ]);
  });
});

describe('a webhook that is replaced or deleted where the tenant does not show whether it is enabled', () => {
  it.each([
    ['given another description', { description: 'new' }, 'The new one is enabled unless you disable it. '],
    ['given another description and disabled', { description: 'new', enabled: false }, ''],
    ['deleted', null, ''],
  ])('is said to be enabled by an undo: %s', async (_what, changes, more) => {
    const id = await add(webhook('not shown', { enabled: false }));
    const { baseUrl, accessToken } = on.tenant;
    using remote = createKindsOnTenant({ baseUrl, accessToken, isSandbox: false });
    const { change } = await begin(remote, remote.webhook, {
      targetId: id,
      wanted: (before) => changes && before && { ...before, ...changes },
    });
    expect(change.before?.enabled).toBeNull();
    const { warnings } = await remote.webhook.describe({ ...change, notes: undefined }, remote.newContext());
    expect(warnings).toContain(`It isn’t known whether the webhook is enabled. ${more}Undo would enable it.`);
  });
});

describe('a webhook that is enabled or disabled', () => {
  it('keeps the same ID', async () => {
    const id = await add(webhook('toggled'));
    const disable = await edit(id, { enabled: false });
    const outcome = await disable.apply();
    expect(await disable.observe(outcome)).toMatchObject({ state: 'in-effect', outcome: { targetId: id } });
    expect(on.network.requests.filter(isCreate)).toEqual([]);
  });

  it('on a tenant with unknown status numbers reveals their meaning, and cannot be undone the first time', async () => {
    const id = await add(webhook('unknown'));
    const { baseUrl, accessToken } = on.tenant;
    using remote = createKindsOnTenant({ baseUrl, accessToken, isSandbox: false });
    const disable = await begin(remote, remote.webhook, {
      targetId: id,
      wanted: (before) => before && { ...before, enabled: false },
    });
    expect(disable.change.before?.enabled).toBeNull();
    const text = await remote.webhook.describe({ ...disable.change, notes: undefined }, remote.newContext());
    expect(text).toMatchObject({ title: 'Disable webhook', irreversible: expect.any(String) });
    const outcome = await disable.apply();
    expect(await disable.observe(outcome)).toMatchObject({ state: 'in-effect' });
    expect(await remote.webhook.read(id, remote.newContext())).toMatchObject({ enabled: false });
    expect(remote.webhook.inverse?.(disable.change, { targetId: id })).toEqual([]);
  });
});

describe('an export file of which only a part arrives', () => {
  it('reports how much was applied, and undoes only that', async () => {
    const [one, two] = [webhook('file-1'), webhook('file-2')];
    const rules = [one, two].map((state) => ({
      policyId: state.name,
      name: state.name,
      rule: { filterMetaData: { event_type: state.eventType } },
      actions: [
        {
          actionMetaData: {
            headers: '',
            method: state.method,
            content_type: state.contentType,
            request_body: state.requestBody,
            url: state.url,
          },
        },
      ],
    }));
    const bytes = new TextEncoder().encode(
      JSON.stringify({ ruleActions: rules, version: '0.9', signature: 's' }),
    );
    const file = { name: 'two.json', bytes };
    const content = await readExportFile(file, new Map(), new AbortController().signal);
    on.kinds.files.add('opened', { file, content, digest: await digestOfFile(bytes) });
    const input = { fileId: 'opened', arriveDisabled: false, disableUnknown: false };
    const action = { input, notes: await on.kinds.webhookFile.begin(input, on.kinds.newContext()) };
    on.network.setFaults(({ path }) => (path.includes('/file/import/') ? gone : { kind: 'pass' }));
    await expect(on.kinds.webhookFile.apply(action, on.kinds.newContext())).rejects.toThrow();
    const arrived = await add(one);
    const seen = await on.kinds.webhookFile.observe(action, undefined, on.kinds.newContext());
    expect(seen).toMatchObject({ state: 'different', what: '1 of 2 webhooks imported. Missing: file-2.' });
    if (seen.state !== 'different' || seen.outcome === undefined) throw new Error('nothing to undo');
    expect(on.kinds.webhookFile.inverse(action, seen.outcome)).toMatchObject([
      { kind: 'webhook', targetId: arrived, base: { name: 'file-1' }, wanted: null },
    ]);
    await expect(on.kinds.webhookFile.apply(action, on.kinds.newContext())).rejects.toMatchObject({
      error: { code: 'verification-failed' },
    });
    expect(on.network.requests.filter(({ path }) => path.includes('/file/import/'))).toHaveLength(1);
  });
});
