import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../contract/changes.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { Fault, FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

let tenant: TenantProcess;
let network: FaultProxy;
let desk: DeskOnTenant;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
});
afterAll(() => tenant.stop());
beforeEach(async () => {
  const [{ baseUrl, accessToken = '' }] = tenant.tenants;
  network = await startFaultProxy(baseUrl);
  desk = startDesk({ baseUrl: network.baseUrl, accessToken });
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const pass: Fault = { kind: 'pass' };

function webhook(name: string): WebhookDefinition {
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
  };
}
const create = (name: string): Intent => ({ kind: 'webhook.create', definition: webhook(name) });

async function namesLike(prefix: string): Promise<string[]> {
  network.setFaults(() => pass);
  const { data } = await desk.call('webhooks.list', read);
  return data.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

async function apply(...intents: Intent[]) {
  const plan = await desk.plan(...intents);
  return await desk.call('changes.apply', { planId: plan.id });
}

const resultsOf = (applied: { receipts: readonly { result: string; error?: unknown }[] }) =>
  applied.receipts.map(({ result }) => result);

describe('a plan of three of which the tenant refuses one', () => {
  it('applies the others, says which failed and why, and is finished', async () => {
    network.setFaults((request) =>
      isCreate(request) && request.body.includes('refused-2')
        ? { kind: 'answer', status: 400, body: JSON.stringify({ message: 'That name is taken.' }) }
        : pass,
    );
    const applied = await apply(create('refused-1'), create('refused-2'), create('refused-3'));
    expect(resultsOf(applied)).toEqual(['verified', 'failed', 'verified']);
    expect(applied.receipts[1]?.error).toMatchObject({
      code: 'refused-by-tenant',
      message: expect.stringContaining('That name is taken.'),
    });
    expect(await namesLike('refused-')).toEqual(['refused-1', 'refused-3']);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
    const history = (await desk.history()).map(({ target, result, isUndoable }) => [
      target.name,
      result,
      isUndoable,
    ]);
    expect(history).toEqual([
      ['refused-3', 'verified', true],
      ['refused-2', 'failed', false],
      ['refused-1', 'verified', true],
    ]);
  });
});

describe('a change whose answer is lost', () => {
  it('is read back and found in effect, without a second request', async () => {
    network.setFaults((request) => (isCreate(request) ? { kind: 'lose-answer' } : pass));
    expect(resultsOf(await apply(create('lost-answer')))).toEqual(['verified']);
    expect(network.requests.filter(isCreate)).toHaveLength(1);
    expect(await namesLike('lost-answer')).toEqual(['lost-answer']);
  });

  it('stays open when it is not found: the tenant may still be at it, and resuming looks again first', async () => {
    network.setFaults((request) => (isCreate(request) ? { kind: 'lose-request' } : pass));
    const applied = await apply(create('lost-request'));
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'unreachable' } }]);
    expect(await desk.call('changes.interrupted', undefined)).toMatchObject([
      { runId: applied.runId, items: [{ state: 'applying' }] },
    ]);
    network.setFaults(() => pass);
    expect(resultsOf(await desk.call('changes.resume', { runId: applied.runId }))).toEqual(['verified']);
    expect(await namesLike('lost-request')).toEqual(['lost-request']);
  });

  it('has failed when reading back shows that it had no effect', async () => {
    const serverError: Fault = {
      kind: 'answer',
      status: 500,
      body: '<html>down</html>',
      contentType: 'text/html',
    };
    network.setFaults((request) => (isCreate(request) ? serverError : pass));
    const applied = await apply(create('server-error'));
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'tenant-error' } }]);
    expect(await namesLike('server-error')).toEqual([]);
  });
});

describe('a tenant that takes no more requests for a while', () => {
  it('gets the change again when it answers reads, and once only', async () => {
    let refusals = 2;
    network.setFaults((request) => {
      if (!isCreate(request) || refusals === 0) return pass;
      refusals -= 1;
      return { kind: 'answer', status: 429, body: '' };
    });
    expect(resultsOf(await apply(create('limited')))).toEqual(['verified']);
    expect(network.requests.filter(isCreate)).toHaveLength(3);
    expect(await namesLike('limited')).toEqual(['limited']);
  });

  it('that never ends leaves nothing open', async () => {
    network.setFaults((request) => (isCreate(request) ? { kind: 'answer', status: 429, body: '' } : pass));
    const applied = await apply(create('always-limited'));
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'rate-limited' } }]);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
  });
});

describe('a tenant whose reads lag behind its writes', () => {
  it('is looked at again until it shows the change', async () => {
    let staleReads = 2;
    const [{ baseUrl, accessToken = '' }] = tenant.tenants;
    const rules = `${baseUrl}/analytics/services/v1.0/rules`;
    const stale = await (await fetch(rules, { headers: { authorization: `Bearer ${accessToken}` } })).text();
    let isCreated = false;
    network.setFaults((request) => {
      isCreated ||= isCreate(request);
      if (!isCreated || !request.path.endsWith('/rules') || staleReads === 0) return pass;
      staleReads -= 1;
      return { kind: 'answer', status: 200, body: stale };
    });
    expect(resultsOf(await apply(create('lagging')))).toEqual(['verified']);
    expect(staleReads).toBe(0);
    expect(network.requests.filter(isCreate)).toHaveLength(1);
  });
});

describe('a change for which the tenant wants a step-up sign-in', () => {
  it('is told as such, changes nothing and leaves nothing open', async () => {
    const { data: before } = await desk.call('origins.get', read);
    network.setFaults(({ path }) =>
      path.toLowerCase().endsWith('/setcustomerconfig')
        ? {
            kind: 'answer',
            status: 200,
            body: JSON.stringify({
              success: false,
              Result: { ChallengeId: 'c1' },
              ErrorID: 'ChallengeRequired',
              Message: 'You must respond to a challenge to proceed.',
            }),
          }
        : pass,
    );
    const applied = await apply({ kind: 'origins.set', origins: [...before.origins, 'challenged.example'] });
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'challenge-required' } }]);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
  });
});

describe('a tenant that goes away in the middle of a plan', () => {
  it('leaves the run open: what was done is kept, the rest is sent when it is resumed', async () => {
    let isAway = false;
    network.setFaults((request) => {
      isAway ||= isCreate(request) && request.body.includes('away-2');
      return isAway ? { kind: 'answer', status: 401, body: '' } : pass;
    });
    const applied = await apply(create('away-1'), create('away-2'), create('away-3'));
    expect(resultsOf(applied)).toEqual(['verified', 'failed', 'skipped']);
    expect(applied.receipts[1]?.error).toMatchObject({ code: 'session-expired' });
    const [interrupted] = await desk.call('changes.interrupted', undefined);
    expect(interrupted).toMatchObject({ runId: applied.runId, done: 1, total: 3 });

    network.setFaults(() => pass);
    const resumed = await desk.call('changes.resume', { runId: applied.runId });
    expect(resultsOf(resumed)).toEqual(['verified', 'verified', 'verified']);
    expect(await namesLike('away-')).toEqual(['away-1', 'away-2', 'away-3']);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
    await expect(desk.call('changes.resume', { runId: applied.runId })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('gets nothing a second time that was verified, even if someone removed it meanwhile', async () => {
    let isAway = false;
    network.setFaults((request) => {
      isAway ||= isCreate(request) && request.body.includes('gone-2');
      return isAway ? { kind: 'answer', status: 401, body: '' } : pass;
    });
    const { runId } = await apply(create('gone-1'), create('gone-2'));
    network.setFaults(() => pass);
    const first = (await desk.call('webhooks.list', read)).data.find(({ name }) => name === 'gone-1');
    await apply({ kind: 'webhook.delete', webhookId: first?.id ?? '' });
    expect(resultsOf(await desk.call('changes.resume', { runId }))).toEqual(['verified', 'verified']);
    expect(await namesLike('gone-')).toEqual(['gone-2']);
  });

  it('leaves nothing open when nothing was changed', async () => {
    network.setFaults((request) => (isCreate(request) ? { kind: 'answer', status: 401, body: '' } : pass));
    expect(resultsOf(await apply(create('never-1'), create('never-2')))).toEqual(['failed', 'skipped']);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
    expect(await desk.history()).toEqual([]);
  });
});

describe('a tenant that accepts a change and does not make it', () => {
  it('is found out by reading back', async () => {
    const { data: before } = await desk.call('origins.get', read);
    network.setFaults(({ path }) =>
      path.toLowerCase().endsWith('/setcustomerconfig')
        ? { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: null }) }
        : pass,
    );
    const applied = await apply({ kind: 'origins.set', origins: [...before.origins, 'ignored.example'] });
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'verification-failed' } }]);
    expect((await desk.call('origins.get', read)).data.origins).toEqual(before.origins);
  });
});

describe('a replacement of a webhook whose old rule cannot be deleted', () => {
  it('takes the new rule away again', async () => {
    await apply(create('stays'));
    const [old] = (await desk.call('webhooks.list', read)).data.filter(({ name }) => name === 'stays');
    const oldId = old?.id ?? '';
    network.setFaults((request) =>
      isDelete(request) && request.path.endsWith(oldId)
        ? { kind: 'answer', status: 409, body: JSON.stringify({ message: 'It is in use.' }) }
        : pass,
    );
    const applied = await apply({
      kind: 'webhook.replace',
      webhookId: oldId,
      definition: { ...webhook('stays'), riskLevel: 'High' },
    });
    expect(applied.receipts).toMatchObject([{ result: 'failed', error: { code: 'refused-by-tenant' } }]);
    const { data } = await desk.call('webhooks.list', read);
    expect(data.filter(({ name }) => name === 'stays')).toEqual([old]);
  });
});

describe('a replacement of a webhook of which the tenant makes something else', () => {
  it('is taken away again, and the old one stays', async () => {
    await apply(create('intact'));
    const [old] = (await desk.call('webhooks.list', read)).data.filter(({ name }) => name === 'intact');
    network.setFaults((request) =>
      isCreate(request) ? { kind: 'pass', body: request.body.replace('"High"', '"Medium"') } : pass,
    );
    const applied = await apply({
      kind: 'webhook.replace',
      webhookId: old?.id ?? '',
      definition: { ...webhook('intact'), riskLevel: 'High' },
    });
    expect(applied.receipts).toMatchObject([
      {
        result: 'failed',
        error: { code: 'verification-failed', message: expect.stringContaining('risk level') },
      },
    ]);
    const { data } = await desk.call('webhooks.list', read);
    expect(data.filter(({ name }) => name === 'intact')).toEqual([old]);
  });
});

describe('a cancelled plan', () => {
  it('finishes the change under way, sends no further one, and can be rolled back', async () => {
    const controller = new AbortController();
    network.setFaults((request) => {
      if (isCreate(request) && request.body.includes('cancel-2')) controller.abort();
      return pass;
    });
    const plan = await desk.plan(create('cancel-1'), create('cancel-2'), create('cancel-3'));
    await expect(desk.call('changes.apply', { planId: plan.id }, controller.signal)).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    expect(await namesLike('cancel-')).toEqual(['cancel-1', 'cancel-2']);

    const [run] = await desk.call('changes.interrupted', undefined);
    const rolledBack = await desk.call('changes.rollBack', { runId: run?.runId ?? '' });
    expect(resultsOf(rolledBack)).toEqual(['skipped', 'rolled-back', 'rolled-back']);
    expect(await namesLike('cancel-')).toEqual([]);
    expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
  });
});

describe('progress', () => {
  it('is told before and after each item', async () => {
    await apply(create('told-1'), create('told-2'));
    const told = desk.host.events.flatMap(({ name, payload }) =>
      name === 'changes.progress' && 'done' in payload ? [payload] : [],
    );
    expect(told.map((event) => ('receipt' in event ? event.receipt?.result : event.done))).toEqual([
      0,
      'verified',
      1,
      'verified',
    ]);
  });
});
