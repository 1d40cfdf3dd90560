import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeRequest, Plan } from '../../contract/changes/changes.ts';
import type { Destination } from '../../contract/changes/destinations.ts';
import { hostsToAcknowledge } from '../../contract/changes/destinations.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

/** A stored credential goes to a host that didn't get it before only if the user has acknowledged that host. */
const on = useDesk();

const key = 'X-Api-Key: kept-in-the-keychain';
const pager = (changes: Partial<WebhookState> = {}): WebhookState =>
  aWebhook({ name: 'Pager', url: 'https://hooks.example/alerts', headers: key, ...changes });

afterEach(async () => {
  const ids = (await on.desk.webhooks()).filter(({ name }) => name.startsWith('Pager')).map(({ id }) => id);
  if (ids.length > 0) await on.desk.apply(setAll('webhook', ids, null));
});

const sentTo = (host: string, changes: Partial<Destination> = {}): Destination => ({
  host,
  isKnown: true,
  credentials: ['X-Api-Key'],
  newCredentials: ['X-Api-Key'],
  count: 1,
  ...changes,
});
const toAcknowledge = ({ destinations = [] }: Plan): readonly string[] => hostsToAcknowledge(destinations);
const applyWith = (planId: string, acknowledgedHosts?: string[]) =>
  on.desk.call('changes.apply', {
    planId,
    ...(acknowledgedHosts === undefined ? {} : { acknowledgedHosts }),
  });

async function live(name = 'Pager') {
  const webhook = (await on.desk.webhooks()).find((each) => each.name === name);
  if (webhook === undefined) throw new Error(`There is no webhook ${name}.`);
  return { id: webhook.id, state: webhookStateOf(webhook) };
}

describe('a host that gets a stored credential for the first time', () => {
  it('is rejected by the main process until it is acknowledged, and nothing is sent', async () => {
    const plan = await on.desk.plan(create('webhook', pager()));
    expect(plan.destinations).toEqual([sentTo('https://hooks.example')]);
    const others = [[], ['hooks.example'], ['http://hooks.example'], ['https://hooks.example:444']];
    for (const hosts of [undefined, ...others]) {
      await expect(applyWith(plan.id, hosts)).rejects.toMatchObject({
        error: { code: 'hosts-not-acknowledged', detail: 'https://hooks.example' },
      });
    }
    expect((await on.desk.webhooks()).some(({ name }) => name === 'Pager')).toBe(false);
    expect(await applyWith(plan.id, ['https://hooks.example'])).toMatchObject({ counts: { verified: 1 } });
  });

  it('must be acknowledged separately for each scheme, host, and port', async () => {
    const urls = [
      'https://hooks.example/a',
      'https://HOOKS.example:443/b',
      'http://hooks.example/',
      'https://hooks.example:8443/',
    ];
    const plan = await on.desk.plan(
      create('webhook', ...urls.map((url, index) => pager({ name: `Pager ${index}`, url }))),
    );
    expect(plan.destinations).toEqual([
      sentTo('https://hooks.example', { count: 2 }),
      sentTo('http://hooks.example'),
      sentTo('https://hooks.example:8443'),
    ]);
    await expect(applyWith(plan.id, ['https://hooks.example', 'http://hooks.example'])).rejects.toMatchObject(
      {
        error: { code: 'hosts-not-acknowledged', detail: 'https://hooks.example:8443' },
      },
    );
  });

  it('is unknown if a template determines it, and is then shown as the template', async () => {
    const plan = await on.desk.plan(create('webhook', pager({ url: 'https://${event.host}/alerts' })));
    expect(plan.destinations).toEqual([sentTo('https://${event.host}', { isKnown: false })]);
    await expect(applyWith(plan.id, ['https://event.host'])).rejects.toMatchObject({
      error: { code: 'hosts-not-acknowledged' },
    });
  });

  it('counts for credentials within the URL, too', async () => {
    const url = 'https://hooks.example/in?token=3f9b2c71d0aa4e5f8b6c&type=x';
    const plan = await on.desk.plan(create('webhook', pager({ headers: '', url })));
    expect(plan.destinations).toMatchObject([
      { host: 'https://hooks.example', credentials: ['Part of the URL'] },
    ]);
    expect(toAcknowledge(plan)).toEqual(['https://hooks.example']);
  });

  const moves: readonly (readonly [string, Partial<WebhookState>, string])[] = [
    ['another host', { url: 'https://other.example/alerts' }, 'https://other.example'],
    ['the same host without encryption', { url: 'http://hooks.example/alerts' }, 'http://hooks.example'],
    ['another port', { url: 'https://hooks.example:8443/' }, 'https://hooks.example:8443'],
  ];
  it.each(moves)('is found if a change moves a webhook to %s', async (_where, changes, host) => {
    await on.desk.apply(create('webhook', pager()));
    const { id, state } = await live();
    const requests: ChangeRequest[] = [
      change('webhook', id, state, { ...state, ...changes }),
      setAll('webhook', [id], { ...changes }),
    ];
    for (const request of requests) {
      const plan = await on.desk.plan(request);
      expect(toAcknowledge(plan)).toEqual([host]);
      await expect(applyWith(plan.id, ['https://hooks.example'])).rejects.toMatchObject({
        error: { code: 'hosts-not-acknowledged' },
      });
    }
  });

  it('is found if a webhook gets a credential of another one', async () => {
    await on.desk.apply(
      create('webhook', pager(), pager({ name: 'Pager 2', url: 'https://b.example/', headers: '' })),
    );
    const [{ state: first }, { id, state }] = [await live(), await live('Pager 2')];
    const plan = await on.desk.plan(change('webhook', id, state, { ...state, headers: first.headers }));
    expect(toAcknowledge(plan)).toEqual(['https://b.example']);
  });

  it('needs a new acknowledgment if an undo restores a deleted webhook, and for a retry of the remaining items', async () => {
    await on.desk.apply(create('webhook', pager()));
    const { plan } = await on.desk.apply(setAll('webhook', [(await live()).id], null));
    const back = await on.desk.plan(undo(plan.id));
    expect(toAcknowledge(back)).toEqual(['https://hooks.example']);
    await expect(applyWith(back.id)).rejects.toMatchObject({ error: { code: 'hosts-not-acknowledged' } });
  });

  it('is not accepted by a change of someone else after the review', async () => {
    await on.desk.apply(create('webhook', pager({ headers: '' })));
    const { id, state } = await live();
    const plan = await on.desk.plan(change('webhook', id, state, { ...state, headers: key }));
    expect(toAcknowledge(plan)).toEqual(['https://hooks.example']);
    await on.colleague.apply(setAll('webhook', [id], { url: 'https://collector.example/alerts' }));
    const [moved] = (await on.colleague.webhooks()).filter(({ name }) => name === 'Pager');
    await on.desk.applyPlan(plan);
    expect((await on.colleague.webhooks()).filter(({ name }) => name === 'Pager')).toMatchObject([
      { id: moved?.id, headers: '' },
    ]);
  });

  it('is stored with the plan in the history', async () => {
    const { plan } = await on.desk.apply(create('webhook', pager()));
    expect(plan.destinations).toEqual([sentTo('https://hooks.example')]);
    expect((await on.desk.history())[0]?.destinations).toEqual(plan.destinations);
  });
});

describe('a plan that does not change the host of a credential', () => {
  it('names the host without a confirmation', async () => {
    await on.desk.apply(create('webhook', pager()));
    const { id } = await live();
    const known = [sentTo('https://hooks.example', { newCredentials: [] })];
    for (const set of [
      { requestBody: '{"other": true}' },
      { name: 'Pager renamed' },
      { url: 'https://hooks.example/b' },
    ]) {
      const plan = await on.desk.plan(setAll('webhook', [id], set));
      expect(plan.destinations).toEqual(known);
      expect(toAcknowledge(plan)).toEqual([]);
    }
    const twin = await on.desk.plan(create('webhook', pager({ name: 'Pager twin' })));
    expect(twin.destinations).toEqual(known);
    const { plan } = await on.desk.apply(setAll('webhook', [id], { enabled: false }));
    expect(plan.destinations).toBeUndefined();
    expect((await on.desk.plan(setAll('webhook', [id], { enabled: true }))).destinations).toEqual(known);
    expect((await on.desk.plan(setAll('webhook', [id], null))).destinations).toBeUndefined();
  });
});
