import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, remove } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const pass: Fault = { kind: 'pass' };

const creating = (...names: string[]): ChangeRequest =>
  create('webhook', ...names.map((name) => aWebhook({ name })));

async function namesLike(prefix: string): Promise<string[]> {
  return (await on.tenant.rules()).map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

async function webhookNamed(wanted: string) {
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === wanted);
  if (webhook === undefined) throw new Error(`${wanted} is not listed.`);
  return webhook;
}

const statesOf = ({ items }: { readonly items: readonly { readonly state: string }[] }): string[] =>
  items.map(({ state }) => state);

describe('a plan of three items, one of which the tenant rejects', () => {
  it('applies the others, reports the rejected one with the reason, and is finished', async () => {
    on.network.setFaults((request) =>
      isCreate(request) && request.body.includes('refused-2')
        ? { kind: 'answer', status: 400, body: JSON.stringify({ message: 'That name is taken.' }) }
        : pass,
    );
    const applied = await on.desk.apply(creating('refused-1', 'refused-2', 'refused-3'));
    expect(statesOf(applied)).toEqual(['verified', 'refused', 'verified']);
    expect(applied.items[1]?.error).toMatchObject({
      code: 'refused-by-tenant',
      message: expect.stringContaining('That name is taken.'),
    });
    expect(applied.plan).toMatchObject({ state: 'finished', counts: { verified: 2, refused: 1 } });
    expect(await namesLike('refused-')).toEqual(['refused-1', 'refused-3']);
    expect(await on.desk.open()).toEqual([]);
    expect(applied.items.map(({ target, isUndoable }) => [target.name, isUndoable])).toEqual([
      ['refused-1', true],
      ['refused-2', false],
      ['refused-3', true],
    ]);

    on.network.setFaults(() => pass);
    const retried = await on.desk.apply({ from: 'retry', planId: applied.plan.id });
    expect(retried.items.map(({ target, state }) => [target.name, state])).toEqual([
      ['refused-2', 'verified'],
    ]);
    expect(await namesLike('refused-')).toEqual(['refused-1', 'refused-3', 'refused-2']);
  });
});

describe('a change whose response is lost', () => {
  it('is verified as applied, without a second request', async () => {
    on.network.setFaults((request) => (isCreate(request) ? { kind: 'lose-answer' } : pass));
    expect(statesOf(await on.desk.apply(creating('lost-answer')))).toEqual(['verified']);
    expect(on.network.requests.filter(isCreate)).toHaveLength(1);
    expect(await namesLike('lost-answer')).toEqual(['lost-answer']);
  });

  it('stays open when it is not found: the tenant may still be at it, and resuming looks again first', async () => {
    on.network.setFaults((request) => (isCreate(request) ? { kind: 'lose-request' } : pass));
    const applied = await on.desk.apply(creating('lost-request'));
    expect(applied.items).toMatchObject([{ state: 'unknown', error: { code: 'connection-lost' } }]);
    expect(await on.desk.open()).toMatchObject([
      { id: applied.plan.id, state: 'open', counts: { unknown: 1 } },
    ]);
    on.network.setFaults(() => pass);
    const from = on.network.requests.length;
    const resumed = await on.desk.call('changes.resume', { planId: applied.plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    expect(on.network.requests[from]).toMatchObject({ method: 'GET' });
    expect(await namesLike('lost-request')).toEqual(['lost-request']);
  });

  it('stays open after a server error as well, which proves nothing, and a look alone sends nothing', async () => {
    const serverError: Fault = {
      kind: 'answer',
      status: 500,
      body: '<html>down</html>',
      contentType: 'text/html',
    };
    on.network.setFaults((request) => (isCreate(request) ? serverError : pass));
    const { plan, items } = await on.desk.apply(creating('server-error'));
    expect(items).toMatchObject([{ state: 'unknown', error: { code: 'tenant-error' } }]);
    expect(plan.state).toBe('open');
    expect(await namesLike('server-error')).toEqual([]);
    const sent = on.network.requests.filter(isCreate).length;
    const looked = await on.desk.call('changes.look', { planId: plan.id });
    expect(looked).toMatchObject({ state: 'open', counts: { unknown: 1 } });
    expect(on.network.requests.filter(isCreate)).toHaveLength(sent);
    const closed = await on.desk.call('changes.close', { planId: plan.id });
    expect(closed).toMatchObject({ state: 'finished', counts: { unknown: 1 }, isUndoable: false });
    expect(await on.desk.open()).toEqual([]);
  });
});

describe('a tenant that takes no more requests for a while', () => {
  it('gets the change again once reads succeed, and only once', async () => {
    let rejections = 2;
    on.network.setFaults((request) => {
      if (!isCreate(request) || rejections === 0) return pass;
      rejections -= 1;
      return { kind: 'answer', status: 429, body: '' };
    });
    expect(statesOf(await on.desk.apply(creating('limited')))).toEqual(['verified']);
    expect(on.network.requests.filter(isCreate)).toHaveLength(3);
    expect(await namesLike('limited')).toEqual(['limited']);
  });

  it('that never ends leaves unsent items for later', async () => {
    on.network.setFaults((request) => (isCreate(request) ? { kind: 'answer', status: 429, body: '' } : pass));
    const { plan, items } = await on.desk.apply(creating('always-limited'));
    expect(items).toMatchObject([{ state: 'pending', error: { code: 'rate-limited' } }]);
    expect(plan).toMatchObject({ state: 'open', error: { code: 'rate-limited' } });
    on.network.setFaults(() => pass);
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      state: 'finished',
      counts: { verified: 1 },
    });
    expect(await namesLike('always-limited')).toEqual(['always-limited']);
  });
});

describe('a tenant whose reads lag behind its writes', () => {
  it('is looked at again until it shows the change', async () => {
    let staleReads = 2;
    const stale = await on.tenant.rulesText();
    let isCreated = false;
    on.network.setFaults((request) => {
      isCreated ||= isCreate(request);
      if (!isCreated || !request.path.endsWith('/rules') || staleReads === 0) return pass;
      staleReads -= 1;
      return { kind: 'answer', status: 200, body: stale };
    });
    expect(statesOf(await on.desk.apply(creating('lagging')))).toEqual(['verified']);
    expect(staleReads).toBe(0);
    expect(on.network.requests.filter(isCreate)).toHaveLength(1);
  });
});

describe('a change for which the tenant wants a step-up sign-in', () => {
  it('is reported as such, changes nothing, and waits for the sign-in', async () => {
    const { data: before } = await on.desk.call('origins.get', read);
    on.network.setFaults(({ path }) =>
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
    const origins = [...before.origins, 'challenged.example'];
    const { plan, items } = await on.desk.apply(
      change('origins', 'origins', { origins: before.origins }, { origins }),
    );
    expect(items).toMatchObject([{ state: 'pending', error: { code: 'challenge-required' } }]);
    expect(plan).toMatchObject({ state: 'open', error: { code: 'challenge-required' } });
    expect((await on.desk.call('origins.get', read)).data.origins).toEqual(before.origins);
    await on.desk.call('changes.close', { planId: plan.id });
    expect(await on.desk.open()).toEqual([]);
  });
});

describe('a tenant that becomes unreachable during a plan', () => {
  function awayFrom(name: string): void {
    let isAway = false;
    on.network.setFaults((request) => {
      isAway ||= isCreate(request) && request.body.includes(name);
      return isAway ? { kind: 'answer', status: 401, body: '' } : pass;
    });
  }

  it('leaves the plan open: applied items remain, the rest is sent when it is resumed', async () => {
    awayFrom('away-2');
    const { plan, items } = await on.desk.apply(creating('away-1', 'away-2', 'away-3'));
    expect(items.map(({ state }) => state)).toEqual(['verified', 'pending', 'pending']);
    expect(items[1]?.error).toMatchObject({ code: 'session-expired' });
    expect(await on.desk.open()).toMatchObject([
      { id: plan.id, total: 3, counts: { verified: 1, pending: 2 }, error: { code: 'session-expired' } },
    ]);

    on.network.setFaults(() => pass);
    const resumed = await on.desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 3 } });
    expect(resumed.error).toBeUndefined();
    expect(await namesLike('away-')).toEqual(['away-1', 'away-2', 'away-3']);
    expect(await on.desk.open()).toEqual([]);
    await expect(on.desk.call('changes.resume', { planId: plan.id })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('never gets a verified change twice, even if someone removed it in the meantime', async () => {
    awayFrom('gone-2');
    const { plan } = await on.desk.apply(creating('gone-1', 'gone-2'));
    on.network.setFaults(() => pass);
    const first = await webhookNamed('gone-1');
    await on.colleague.apply(remove('webhook', first.id, webhookStateOf(first)));
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      counts: { verified: 2 },
    });
    expect(await namesLike('gone-')).toEqual(['gone-2']);
  });

  it('can be canceled if nothing was changed: nothing is open, and the entry says that nothing was sent', async () => {
    awayFrom('never-1');
    const { plan, items } = await on.desk.apply(creating('never-1', 'never-2'));
    expect(items.map(({ state }) => state)).toEqual(['pending', 'pending']);
    on.network.setFaults(() => pass);
    const closed = await on.desk.call('changes.close', { planId: plan.id });
    expect(closed).toMatchObject({ state: 'finished', counts: { 'left-out': 2 }, isUndoable: false });
    expect(await on.desk.open()).toEqual([]);
    expect(await namesLike('never-')).toEqual([]);
  });
});

describe('a tenant that accepts a change and does not make it', () => {
  it('is found out by reading back, and the change stays open', async () => {
    const { data: before } = await on.desk.call('origins.get', read);
    on.network.setFaults(({ path }) =>
      path.toLowerCase().endsWith('/setcustomerconfig')
        ? { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: null }) }
        : pass,
    );
    const origins = [...before.origins, 'ignored.example'];
    const { items } = await on.desk.apply(
      change('origins', 'origins', { origins: before.origins }, { origins }),
    );
    expect(items).toMatchObject([{ state: 'unknown', error: { code: 'verification-failed' } }]);
    expect((await on.desk.call('origins.get', read)).data.origins).toEqual(before.origins);
    expect(await on.desk.open()).toHaveLength(1);
  });
});

describe('a replacement of a webhook whose old rule cannot be deleted', () => {
  it('takes the new rule away again', async () => {
    await on.desk.apply(creating('stays'));
    const old = await webhookNamed('stays');
    on.network.setFaults((request) =>
      isDelete(request) && request.path.endsWith(old.id)
        ? { kind: 'answer', status: 409, body: JSON.stringify({ message: 'It is in use.' }) }
        : pass,
    );
    const base = webhookStateOf(old);
    const { plan, items } = await on.desk.apply(
      change('webhook', old.id, base, { ...base, riskLevel: 'High' }),
    );
    expect(items).toMatchObject([{ state: 'refused', error: { code: 'refused-by-tenant' } }]);
    expect(plan.state).toBe('finished');
    expect((await on.desk.webhooks()).filter(({ name }) => name === 'stays')).toEqual([old]);
  });
});

describe('a replacement of a webhook that the tenant stores differently', () => {
  it('touches neither, and says in what the new one differs', async () => {
    await on.desk.apply(creating('intact'));
    const old = await webhookNamed('intact');
    on.network.setFaults((request) =>
      isCreate(request) ? { kind: 'pass', body: request.body.replace('"High"', '"Medium"') } : pass,
    );
    const base = webhookStateOf(old);
    const { plan, items } = await on.desk.apply(
      change('webhook', old.id, base, { ...base, riskLevel: 'High' }),
    );
    expect(items).toMatchObject([
      {
        state: 'different',
        error: { code: 'verification-failed', message: expect.stringContaining('risk level') },
      },
    ]);
    expect(plan.state).toBe('open');
    const { length } = on.network.requests.filter(isDelete);
    expect(length).toBe(0);
    expect((await on.desk.webhooks()).filter(({ id }) => id === old.id)).toEqual([old]);
  });
});

describe('a canceled plan', () => {
  it('finishes the current change, sends no more, and can be rolled back', async () => {
    const controller = new AbortController();
    on.network.setFaults((request) => {
      if (isCreate(request) && request.body.includes('cancel-2')) controller.abort();
      return pass;
    });
    const plan = await on.desk.plan(creating('cancel-1', 'cancel-2', 'cancel-3'));
    const stopped = await on.desk
      .call('changes.apply', { planId: plan.id }, controller.signal)
      .catch(() => on.desk.call('changes.get', { planId: plan.id }));
    expect(stopped).toMatchObject({ state: 'open', counts: { verified: 2, pending: 1 } });
    expect(await namesLike('cancel-')).toEqual(['cancel-1', 'cancel-2']);

    const undone = await on.desk.call('changes.takeBack', { planId: plan.id });
    expect(undone).toMatchObject({
      state: 'finished',
      counts: { verified: 2 },
      origin: { type: 'take-back', planId: plan.id },
    });
    expect(await on.desk.statesOf(plan.id)).toEqual(['taken-back', 'taken-back', 'left-out']);
    expect(await namesLike('cancel-')).toEqual([]);
    expect(await on.desk.open()).toEqual([]);
  });
});

describe('progress', () => {
  it('is reported before and after each item', async () => {
    await on.desk.apply(creating('told-1', 'told-2'));
    const progress = on.desk.host.events.flatMap(({ name, payload }) =>
      name === 'changes.progress' && 'stage' in payload && payload.stage === 'applying' ? [payload] : [],
    );
    expect(progress.map(({ done, current, item }) => [done, current ?? item?.state])).toEqual([
      [0, 'Create webhook: told-1'],
      [1, 'verified'],
      [1, 'Create webhook: told-2'],
      [2, 'verified'],
    ]);
  });
});
