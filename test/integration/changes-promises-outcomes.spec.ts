import { describe, expect, it } from 'vitest';
import type { ChangeRequest, Plan } from '../../contract/changes/changes.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { anApplication } from '../builders/an-application.ts';

/** What is not known is called so, stays open, and offers its next steps at once. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const pass: Fault = { kind: 'pass' };
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const isList = ({ method, path }: ProxiedRequest): boolean => method === 'GET' && path.endsWith('/rules');
const html = { body: '<html>Bad gateway</html>', contentType: 'text/html' } as const;

const creating = (...names: string[]): ChangeRequest =>
  create('webhook', ...names.map((name) => aWebhook({ name })));
const namesLike = async (prefix: string): Promise<string[]> =>
  (await on.tenant.rules()).map(({ name }) => name).filter((name) => name.startsWith(prefix));

async function webhookNamed(wanted: string) {
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === wanted);
  if (webhook === undefined) throw new Error(`${wanted} is not listed.`);
  return { id: webhook.id, state: webhookStateOf(webhook) };
}

/** Open plans in the last event to all windows. */
function lastOpenPlans(): readonly Plan[] | undefined {
  return on.desk.host.events
    .flatMap(({ name, payload }) => (name === 'changes.opened' ? [payload as Plan[]] : []))
    .at(-1);
}

describe('editing a webhook', () => {
  it('never destroys it: while the deletion of the old one is unknown, the new one stays', async () => {
    await on.desk.apply(creating('survives'));
    const { id, state } = await webhookNamed('survives');
    let goesNow: () => Promise<void> = async () => undefined;
    on.network.setFaults((request) =>
      isDelete(request)
        ? { kind: 'late', schedule: (send) => (goesNow = send), response: { status: 504, ...html } }
        : pass,
    );
    const wanted = { ...state, requestBody: '{"edited": true}' };
    const { plan, items } = await on.desk.apply(change('webhook', id, state, wanted));
    expect(items).toMatchObject([{ state: 'incomplete' }]);
    expect(plan.state).toBe('open');
    expect(await namesLike('survives')).toHaveLength(2);
    expect(on.network.requests.filter(isDelete)).toHaveLength(1);

    await goesNow();
    on.network.setFaults(() => pass);
    const looked = await on.desk.call('changes.look', { planId: plan.id });
    expect(looked).toMatchObject({ state: 'finished', counts: { verified: 1 }, isUndoable: true });
    expect((await on.desk.webhooks()).filter(({ name }) => name === 'survives')).toMatchObject([
      { requestBody: '{"edited": true}' },
    ]);
  });
});

describe('an undo of thirty webhooks', () => {
  it('deletes each of them although one list in between is empty', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `thirty-${index + 1}`);
    const { plan } = await on.desk.apply(creating(...names));
    let deleted = 0;
    let emptyLists = 0;
    on.network.setFaults((request) => {
      if (isDelete(request)) deleted += 1;
      if (!isList(request) || deleted !== 11 || emptyLists > 0) return pass;
      emptyLists += 1;
      return { kind: 'answer', status: 200, body: '[]' };
    });
    const undone = await on.desk.apply(undo(plan.id));
    expect(emptyLists).toBe(1);
    expect(undone.plan).toMatchObject({ state: 'finished', counts: { verified: 30 } });
    expect(on.network.requests.filter(isDelete)).toHaveLength(30);
    expect(await namesLike('thirty-')).toEqual([]);
  });
});

describe('a write with an unknown result', () => {
  const cases: readonly (readonly [string, Fault, 'verified' | 'unknown'])[] = [
    ['whose answer is lost', { kind: 'lose-answer' }, 'verified'],
    ['whose answer is cut off', { kind: 'truncate-answer' }, 'verified'],
    ['that is answered 500 though it was done', { kind: 'replace-answer', status: 500, ...html }, 'verified'],
    ['that is answered 502 by a gateway', { kind: 'answer', status: 502, ...html }, 'unknown'],
    ['that is answered 503', { kind: 'answer', status: 503, ...html }, 'unknown'],
    ['that breaks before it arrives', { kind: 'lose-request' }, 'unknown'],
    [
      'that is answered with a page in place of an answer',
      { kind: 'answer', status: 200, body: '<html>Welcome</html>', contentType: 'text/html' },
      'unknown',
    ],
  ];

  it.each(cases)('%s is never called a failure', async (what, fault, expected) => {
    const name = `open: ${what}`;
    on.network.setFaults((request) => (isCreate(request) ? fault : pass));
    const { plan, items } = await on.desk.apply(creating(name));
    expect(items).toMatchObject([{ state: expected }]);
    expect(await namesLike(name)).toHaveLength(expected === 'verified' ? 1 : 0);
    expect(plan.state).toBe(expected === 'verified' ? 'finished' : 'open');
    on.network.setFaults(() => pass);
    if (expected === 'unknown') {
      const resumed = await on.desk.call('changes.resume', { planId: plan.id });
      expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    }
    expect(await namesLike(name)).toHaveLength(1);
  });

  it('that took effect late is found by another check, and is not created twice', async () => {
    let arrivesNow: () => Promise<void> = async () => undefined;
    on.network.setFaults((request) =>
      isCreate(request)
        ? { kind: 'late', schedule: (send) => (arrivesNow = send), response: { status: 504, ...html } }
        : pass,
    );
    const { plan } = await on.desk.apply(creating('late'));
    expect(plan).toMatchObject({ state: 'open', counts: { unknown: 1 } });
    await arrivesNow();
    on.network.setFaults(() => pass);
    const resumed = await on.desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    expect(await namesLike('late')).toEqual(['late']);
  });

  it('with only the first of two requests in effect is finished without resending the first', async () => {
    const isImport = ({ path }: ProxiedRequest): boolean => /importappfromtemplate/i.test(path);
    on.network.setFaults(({ path }) =>
      /updateapplicationde/i.test(path) ? { kind: 'answer', status: 500, ...html } : pass,
    );
    const wanted = anApplication({ name: 'Half', description: 'Whole' });
    const { plan, items } = await on.desk.apply(create('application', wanted));
    expect(items).toMatchObject([{ state: 'incomplete' }]);
    expect(plan.state).toBe('open');
    on.network.setFaults(() => pass);
    const resumed = await on.desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    expect(on.network.requests.filter(isImport)).toHaveLength(1);
    const { data } = await on.desk.call('applications.list', read);
    expect(data.filter(({ name }) => name === 'Half')).toMatchObject([{ description: 'Whole' }]);
  });
});

describe('resuming', () => {
  it('is offered at once after a write that timed out, without any reload', async () => {
    on.network.setFaults((request) => (isCreate(request) ? { kind: 'answer', status: 504, ...html } : pass));
    const { plan } = await on.desk.apply(creating('offered'));
    expect(lastOpenPlans()).toMatchObject([
      { id: plan.id, state: 'open', isRunning: false, counts: { unknown: 1 } },
    ]);
  });

  it('is offered after a pause, with applied and pending items', async () => {
    const plan = await on.desk.plan(creating('stop-1', 'stop-2', 'stop-3'));
    on.network.setFaults(async (request) => {
      if (isCreate(request) && request.body.includes('stop-2')) {
        await on.desk.call('changes.pause', { planId: plan.id });
      }
      return pass;
    });
    await on.desk.applyPlan(plan);
    const stopped = { id: plan.id, isRunning: false, counts: { verified: 2, pending: 1 } };
    expect(lastOpenPlans()).toMatchObject([stopped]);
    expect(await namesLike('stop-')).toEqual(['stop-1', 'stop-2']);
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      counts: { verified: 3 },
    });
    expect(lastOpenPlans()).toEqual([]);
    expect(await namesLike('stop-')).toEqual(['stop-1', 'stop-2', 'stop-3']);
  });

  it('while signed out changes nothing and reports what to do', async () => {
    on.network.setFaults((request) =>
      isCreate(request) && request.body.includes('signed-2')
        ? { kind: 'answer', status: 401, body: '' }
        : pass,
    );
    const { plan } = await on.desk.apply(creating('signed-1', 'signed-2', 'signed-3'));
    const before = await on.desk.itemsOf(plan.id);
    on.network.setFaults(() => pass);
    on.desk.signOut();
    for (const method of ['changes.resume', 'changes.takeBack'] as const) {
      await expect(on.desk.call(method, { planId: plan.id })).rejects.toMatchObject({
        error: { code: 'signed-out', message: expect.stringContaining('Sign in to Acme') },
      });
      expect(await on.desk.itemsOf(plan.id)).toEqual(before);
    }
    expect(await on.desk.open()).toMatchObject([{ id: plan.id }]);
    on.desk.signIn();
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      counts: { verified: 3 },
    });
  });

  it('while signed out discards nothing of a plan of thirty unsent items', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `waiting-${index + 1}`);
    const plan = await on.desk.plan(creating(...names));
    on.network.setFaults(() => ({ kind: 'answer', status: 401, body: '' }));
    await on.desk.applyPlan(plan);
    const waiting = { id: plan.id, state: 'open', counts: { pending: 30 } };
    expect(await on.desk.open()).toMatchObject([waiting]);
    on.network.setFaults(() => pass);
    on.desk.signOut();
    await expect(on.desk.call('changes.resume', { planId: plan.id })).rejects.toMatchObject({
      error: { code: 'signed-out' },
    });
    expect(await on.desk.open()).toMatchObject([waiting]);
    on.desk.signIn();
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      state: 'finished',
      counts: { verified: 30 },
    });
    expect(await namesLike('waiting-')).toEqual(names);
  });
});

describe('an import of twelve webhooks that fails in the middle', () => {
  it('reports that ten arrived and which did not, and rolls the ten back once the user attributes them', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `from-file-${index + 1}`);
    await on.desk.apply(creating(...names));
    const ids = (await on.tenant.rules())
      .filter(({ name }) => names.includes(name))
      .map(({ policy_id }) => policy_id);
    await on.desk.call('migration.export', {
      tenantId: on.desk.tenantId,
      webhookIds: ids,
      fileName: 'twelve',
      includeUrls: true,
      includeHeaders: true,
    });
    await on.desk.apply(setAll('webhook', ids, null));
    on.desk.host.fileToOpen = on.desk.host.saved.at(-1);
    const opened = await on.desk.call('migration.openFile', undefined);
    const plan = await on.desk.plan({
      from: 'action',
      kind: 'webhook-file',
      inputs: [{ fileId: opened?.fileId ?? '' }],
    });
    const bodies = on.network.requests.filter(isCreate).map(({ body }) => JSON.parse(body) as object);
    on.network.setFaults(async ({ path }) => {
      if (!path.includes('/file/import/')) return pass;
      for (const body of bodies.slice(0, 10)) await on.tenant.analytics('POST', '/rules/webhook', body);
      return { kind: 'answer', status: 500, ...html };
    });
    const { plan: applied, items } = await on.desk.applyPlan(plan);
    expect(applied.state).toBe('open');
    expect(items[0]?.state).not.toBe('verified');
    expect(JSON.stringify(items[0]?.error)).toContain('10 of 12 webhooks imported');
    expect(JSON.stringify(items[0]?.error)).toMatch(/Missing: from-file-11, from-file-12/);

    on.network.setFaults(() => pass);
    const rollback = () => on.desk.call('changes.takeBack', { planId: plan.id });
    await expect(rollback()).rejects.toMatchObject({ error: { code: 'outcome-unknown' } });
    const mine = items[0]?.arrivals?.map(({ id }) => id) ?? [];
    expect(mine).toHaveLength(10);
    await on.desk.call('changes.claim', { planId: plan.id, itemId: items[0]?.id ?? '', mine });
    expect(await rollback()).toMatchObject({ state: 'finished', counts: { verified: 10 } });
    expect(await namesLike('from-file-')).toEqual([]);
  });
});

describe('a tenant with a Retry-After header', () => {
  it('gets the write then, and not before', async () => {
    const sentAt: number[] = [];
    on.network.setFaults((request) => {
      if (!isCreate(request)) return pass;
      sentAt.push(performance.now());
      return sentAt.length > 1
        ? pass
        : { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '2' } };
    });
    const { items } = await on.desk.apply(creating('comes back'));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(sentAt).toHaveLength(2);
    expect((sentAt[1] ?? 0) - (sentAt[0] ?? 0)).toBeGreaterThanOrEqual(1990);
    expect(await namesLike('comes back')).toEqual(['comes back']);
  });
});
