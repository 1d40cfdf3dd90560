import { describe, expect, it } from 'vitest';
import type { Edit } from '../../contract/changes/changes.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, edits, remove, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { applicationStateOf } from '../../contract/applications/applications.ts';

/** Changes by others in the meantime are neither undone nor claimed as ours. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';

const applications = async () => (await on.desk.call('applications.list', read)).data;

async function someApplication(index: number) {
  const { id = '' } = (await applications())[index] ?? {};
  const { data } = await on.desk.call('applications.get', { ...read, id });
  return { id, state: applicationStateOf(data) };
}

async function webhookNamed(wanted: string) {
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === wanted);
  if (webhook === undefined) throw new Error(`${wanted} is not listed.`);
  return { id: webhook.id, state: webhookStateOf(webhook) };
}

describe('a rename of an application', () => {
  it('keeps the description that another admin changed in the meantime, and reports that change', async () => {
    const { id, state } = await someApplication(3);
    await on.colleague.apply(setAll('application', [id], { description: 'By a colleague' }));
    const plan = await on.desk.plan(change('application', id, state, { ...state, name: 'Renamed' }));
    expect((await on.desk.itemsOf(plan.id)).map(({ basis }) => basis)).toEqual(['changed']);
    await on.desk.applyPlan(plan);
    expect((await applications()).find((each) => each.id === id)).toMatchObject({
      name: 'Renamed',
      description: 'By a colleague',
    });
  });

  it('keeps the description that another admin changes between review and apply', async () => {
    const { id, state } = await someApplication(4);
    const plan = await on.desk.plan(change('application', id, state, { ...state, name: 'Renamed too' }));
    expect((await on.desk.itemsOf(plan.id)).map(({ basis }) => basis)).toEqual(['compared']);
    await on.colleague.apply(setAll('application', [id], { description: 'In between' }));
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect((await applications()).find((each) => each.id === id)).toMatchObject({
      name: 'Renamed too',
      description: 'In between',
    });
  });
});

describe('a change of what exists', () => {
  it.each(['application', 'script', 'origins', 'webhook'])(
    'of the kind %s cannot be planned without its base',
    async (kind) => {
      for (const wanted of [{}, null] satisfies Edit['wanted'][]) {
        await expect(
          on.desk.plan(edits({ kind, targetId: 'some-thing', base: null, wanted })),
        ).rejects.toMatchObject({ error: { code: 'invalid-input' } });
      }
    },
  );
});

describe('a delete', () => {
  it('of an application that was edited after the review is not sent', async () => {
    const { id } = await someApplication(5);
    const plan = await on.desk.plan(setAll('application', [id], null));
    await on.colleague.apply(setAll('application', [id], { description: 'Still needed' }));
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'outdated', error: { code: 'plan-outdated' } }]);
    expect((await applications()).find((each) => each.id === id)?.description).toBe('Still needed');
    expect(on.network.requests.some(({ path }) => /deleteapplication/i.test(path))).toBe(false);
  });

  it('of a webhook that was edited after the review is not sent', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'drifts' })));
    const { id } = await webhookNamed('drifts');
    const plan = await on.desk.plan(setAll('webhook', [id], null));
    await on.colleague.apply(setAll('webhook', [id], { enabled: false }));
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'outdated' }]);
    expect(on.network.requests.some(isDelete)).toBe(false);
    expect((await webhookNamed('drifts')).state.enabled).toBe(false);
  });

  it('of a deleted item reports that nothing was sent', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'goes first' })));
    const { id, state } = await webhookNamed('goes first');
    const plan = await on.desk.plan(remove('webhook', id, state));
    await on.colleague.apply(remove('webhook', id, state));
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'unchanged', isUndoable: false }]);
    expect(on.network.requests.some(isDelete)).toBe(false);
  });
});

describe('a webhook of another administrator that has the same name', () => {
  /** The colleague is a moment faster, with a webhook of the same name; ours never arrives. */
  function colleagueIsFaster(name: string): void {
    on.network.setFaults(async (request) => {
      if (!isCreate(request)) return { kind: 'pass' };
      on.network.setFaults(() => ({ kind: 'pass' }));
      const theirs = { ...(JSON.parse(request.body) as object), name, request_body: '{"theirs": 1}' };
      await on.tenant.analytics('POST', '/rules/webhook', theirs);
      return { kind: 'lose-request' };
    });
  }
  const named = async (name: string) => (await on.tenant.rules()).filter((rule) => rule.name === name);

  it('is neither mistaken for the new one nor deleted when that is rolled back', async () => {
    colleagueIsFaster('contested');
    const { plan, items } = await on.desk.apply(create('webhook', aWebhook({ name: 'contested' })));
    expect(items).toMatchObject([{ state: 'different', isUndoable: false }]);
    expect(plan.state).toBe('open');
    await on.desk.call('changes.takeBack', { planId: plan.id }).catch(() => undefined);
    expect(await named('contested')).toHaveLength(1);
    expect(on.network.requests.some(isDelete)).toBe(false);
  });

  it('is not taken for the replacement of ours, whose old one stays', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'replaced here' })));
    const { id, state } = await webhookNamed('replaced here');
    colleagueIsFaster('replaced here');
    const { plan } = await on.desk.apply(
      change('webhook', id, state, { ...state, requestBody: '{"ours": 1}' }),
    );
    expect(plan.state).toBe('open');
    expect(on.network.requests.some(isDelete)).toBe(false);
    await on.desk.call('changes.takeBack', { planId: plan.id }).catch(() => undefined);
    expect((await named('replaced here')).map(({ policy_id }) => policy_id)).toContain(id);
    expect(await named('replaced here')).toHaveLength(2);
  });
});

describe('an undo', () => {
  it('that was planned twice is applied once', async () => {
    const { id, state } = await someApplication(6);
    const { plan } = await on.desk.apply(
      change('application', id, state, { ...state, description: 'Undone once' }),
    );
    const [first, second] = [await on.desk.plan(undo(plan.id)), await on.desk.plan(undo(plan.id))];
    expect((await on.desk.applyPlan(first)).items).toMatchObject([{ state: 'verified' }]);
    const sent = on.network.requests.length;
    await expect(on.desk.applyPlan(second)).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(on.network.requests).toHaveLength(sent);
    await expect(on.desk.plan(undo(plan.id))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('undone already') },
    });
  });

  it('refreshes visible data while the tenant is unreachable', async () => {
    const { id, state } = await someApplication(7);
    const reads = () =>
      Promise.all([
        on.desk.call('applications.list', read),
        on.desk.call('scripts.get', { ...read, applicationId: id }),
        on.desk.call('origins.get', read),
        on.desk.call('webhooks.list', read),
      ]);
    const before = await reads();
    const script = 'changed and undone\n';
    await on.desk.apply(create('webhook', aWebhook({ name: 'offline' })));
    const hook = await webhookNamed('offline');
    const own = [
      await on.desk.apply(change('application', id, state, { ...state, description: 'Offline' })),
      await on.desk.apply(setAll('script', [id], { script })),
      await on.desk.apply(setAll('origins', ['origins'], { origins: ['offline.example'] })),
      await on.desk.apply(setAll('webhook', [hook.id], { enabled: false })),
    ];
    on.network.setFaults(() => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }));
    const changed = await reads();
    expect(changed.map(({ source }) => source)).toEqual(['cache', 'cache', 'cache', 'cache']);
    expect(changed[0].data.find((each) => each.id === id)?.description).toBe('Offline');
    expect(changed[1].data.script).toBe(script);
    expect(changed[2].data.origins).toEqual(['offline.example']);
    expect(changed[3].data.find(({ name }) => name === 'offline')?.activation).toBe('disabled');

    on.network.setFaults(() => ({ kind: 'pass' }));
    for (const { plan } of own.toReversed()) await on.desk.apply(undo(plan.id));
    on.network.setFaults(() => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }));
    const after = await reads();
    expect(after.map(({ source }) => source)).toEqual(['cache', 'cache', 'cache', 'cache']);
    expect(after[0].data).toEqual(before[0].data);
    expect(after[1].data.script).toBe(before[1].data.script);
    expect(after[2].data).toEqual(before[2].data);
    expect(after[3].data.find(({ name }) => name === 'offline')?.activation).toBe('enabled');
  });
});

describe('an undo of an enabling with an unknown result', () => {
  it('claims nothing', async () => {
    const remote = on.another({ isSandbox: false });
    await on.desk.apply(create('webhook', aWebhook({ name: 'toggled' })));
    const { id } = await webhookNamed('toggled');
    on.network.setFaults(({ path }) =>
      path.endsWith('/status') ? { kind: 'lose-answer' } : { kind: 'pass' },
    );
    const { plan, items } = await remote.apply(setAll('webhook', [id], { enabled: false }));
    expect(items[0]?.state).not.toBe('verified');
    expect(plan.state).toBe('open');
    await remote.call('changes.takeBack', { planId: plan.id }).catch(() => undefined);
    expect((await remote.statesOf(plan.id))[0]).not.toBe('taken-back');
  });
});
