import { describe, expect, it } from 'vitest';
import { create, setAll } from '../builders/requests.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';

/** What the tenant accepted and no read shows is never called verified. */
const on = useDesk({ isSandbox: false });

const statuses: Readonly<Record<string, (status: unknown) => unknown>> = {
  'always 0': () => 0,
  absent: () => undefined,
  'a word': (status) => (status === 0 ? 'on' : 'off'),
};
const responses: Readonly<Record<string, Fault>> = {
  '204': { kind: 'pass' },
  'an empty body': { kind: 'replace-answer', status: 200, body: '' },
  true: { kind: 'replace-answer', status: 200, body: 'true' },
};
const rejection: Fault = {
  kind: 'answer',
  status: 200,
  body: JSON.stringify({ success: false, Message: 'Not allowed here.' }),
};

const isSwitch = ({ path }: ProxiedRequest): boolean => path.endsWith('/status');
const isList = ({ method, path }: ProxiedRequest): boolean => method === 'GET' && path.endsWith('/rules');

/** Has the tenant show other statuses than it has. */
async function listed(show: (status: unknown) => unknown): Promise<Fault> {
  const rules = (await on.tenant.rules()).map((rule) => ({ ...rule, status: show(rule.status) }));
  return { kind: 'answer', status: 200, body: JSON.stringify(rules) };
}

const behave = (show: (status: unknown) => unknown, response: Fault): void =>
  on.network.setFaults(async (request) => {
    if (isList(request)) return await listed(show);
    return isSwitch(request) ? response : { kind: 'pass' };
  });

let count = 0;
async function aSwitchedWebhook(): Promise<string> {
  const name = `Switched ${(count += 1)}`;
  await on.colleague.apply(create('webhook', aWebhook({ name })));
  const webhook = (await on.tenant.rules()).find((rule) => rule.name === name);
  if (webhook === undefined) throw new Error('It is not there.');
  return webhook.policy_id;
}

const realStatus = async (id: string) =>
  (await on.tenant.rules()).find(({ policy_id }) => policy_id === id)?.status;

describe.each(Object.keys(statuses))('a webhook whose status is %s', (status) => {
  const show = statuses[status] ?? (() => 0);

  it.each(Object.keys(responses))(
    'that is switched with the response %s is accepted and not verified',
    async (response) => {
      const id = await aSwitchedWebhook();
      behave(show, responses[response] ?? { kind: 'pass' });
      const { plan, items } = await on.desk.apply(setAll('webhook', [id], { enabled: false }));
      expect(items).toMatchObject([
        {
          state: 'accepted',
          error: { code: 'verification-failed', message: expect.stringContaining('doesn’t show') },
        },
      ]);
      expect(plan).toMatchObject({ state: 'finished', counts: { accepted: 1 } });
      expect(await realStatus(id)).toBe(1);
    },
  );

  it('that is switched is rejected if the response has success false', async () => {
    const id = await aSwitchedWebhook();
    behave(show, rejection);
    const { items } = await on.desk.apply(setAll('webhook', [id], { enabled: false }));
    expect(items).toMatchObject([
      { state: 'refused', error: { message: expect.stringContaining('Not allowed here.') } },
    ]);
  });

  it.each(['lose-answer', 'lose-request'] as const)(
    'that is switched without a response (%s) is unknown, and rolling back sends the inverse',
    async (kind) => {
      const id = await aSwitchedWebhook();
      behave(show, { kind });
      const { plan, items } = await on.desk.apply(setAll('webhook', [id], { enabled: false }));
      expect(items).toMatchObject([{ state: 'unknown', error: { code: 'outcome-unknown' } }]);
      behave(show, { kind: 'pass' });
      const rolledBack = await on.desk.call('changes.takeBack', { planId: plan.id });
      expect(rolledBack).toMatchObject({ state: 'finished', counts: { accepted: 1 } });
      expect(await on.desk.statesOf(plan.id)).toEqual(['taken-back']);
      expect(await realStatus(id)).toBe(0);
      expect(on.network.requests.filter(isSwitch).map(({ body }) => body)).toEqual(['false', 'true']);
    },
  );

  it('that is switched without a response is resent by a resume, and accepted', async () => {
    const id = await aSwitchedWebhook();
    behave(show, { kind: 'lose-request' });
    const { plan } = await on.desk.apply(setAll('webhook', [id], { enabled: false }));
    behave(show, { kind: 'pass' });
    expect(await on.desk.call('changes.resume', { planId: plan.id })).toMatchObject({
      state: 'finished',
      counts: { accepted: 1 },
    });
    expect(await realStatus(id)).toBe(1);
  });

  it('that is created disabled is accepted, and enabled as assumed it is verified', async () => {
    behave(show, { kind: 'pass' });
    const names = [`Created off ${(count += 1)}`, `Created on ${(count += 1)}`];
    const { items } = await on.desk.apply(
      create('webhook', ...names.map((name, index) => aWebhook({ name, enabled: index === 1 }))),
    );
    expect(items.map(({ state }) => state)).toEqual(['accepted', 'verified']);
  });
});

describe('a started job without an ID', () => {
  it.each([{ Result: null }, { Result: {} }])('is accepted if StartJob returns %j', async ({ Result }) => {
    on.network.setFaults(({ path }) =>
      path.toLowerCase() === '/jobflow/startjob'
        ? { kind: 'replace-answer', status: 200, body: JSON.stringify({ success: true, Result }) }
        : { kind: 'pass' },
    );
    const input = { script: '/lib/jobs/job_history.js', via: 'job', title: 'History', arguments: {} };
    const { items } = await on.desk.apply({ from: 'action', kind: 'job', inputs: [input] });
    expect(items).toMatchObject([{ state: 'accepted', isUndoable: false }]);
  });
});
