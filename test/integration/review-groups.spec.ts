import { describe, expect, it } from 'vitest';
import type { Plan } from '../../contract/changes/changes.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

/** Items are folded to one line only where all that is shown of them is equal, but for what that line lists. */
const on = useDesk();

const numbered = (count: number, changes: Partial<WebhookState> = {}): WebhookState[] =>
  Array.from({ length: count }, (_, index) => aWebhook({ name: `Alert ${index + 1}`, ...changes }));
const counts = ({ groups }: Plan): number[] => groups.map(({ count }) => count);

async function createdIds(states: readonly WebhookState[]): Promise<string[]> {
  await on.desk.apply(create('webhook', ...states));
  return (await on.desk.webhooks()).filter(({ name }) => name.startsWith('Alert ')).map(({ id }) => id);
}

describe('of 301 new webhooks', () => {
  it('the one for another host with a stored credential is a separate group, in the Markdown too', async () => {
    const states = numbered(300);
    states.splice(
      150,
      0,
      aWebhook({
        name: 'Alert 151b',
        url: 'https://collector.example/alerts',
        headers: 'Authorization: Bearer 5tolen-from-the-vault',
      }),
    );
    const plan = await on.desk.plan(create('webhook', ...states));
    expect(plan.groups.map(({ count, summary }) => [count, summary])).toEqual([
      [300, 'POST hooks.acme.example'],
      [1, 'POST collector.example · sends Authorization'],
    ]);
    expect(plan.destinations).toEqual([
      {
        host: 'https://collector.example',
        isKnown: true,
        credentials: ['Authorization'],
        newCredentials: ['Authorization'],
        count: 1,
      },
    ]);
    const markdown = await on.desk.call('changes.markdown', { planId: plan.id });
    expect(markdown).toContain('collector.example');
    expect(markdown).toContain('Authorization');
    expect(markdown).not.toContain('5tolen');
  });

  const deviations: readonly (readonly [string, Partial<WebhookState>])[] = [
    ['path', { url: 'https://hooks.acme.example/other' }],
    ['scheme', { url: 'http://hooks.acme.example/alerts' }],
    ['port', { url: 'https://hooks.acme.example:8443/alerts' }],
    ['method', { method: 'GET' }],
    ['header', { headers: 'X-Source: desk' }],
    ['state', { enabled: false }],
    ['event type', { eventType: 'UserLogin' }],
    ['risk level', { riskLevel: 'High' }],
    ['template', { requestBody: '{"all": "${event}"}' }],
  ];
  it.each(deviations)('one with another %s is not folded with the others', async (_what, changes) => {
    const states = numbered(20);
    states[7] = aWebhook({ ...states[7], ...changes });
    expect(
      counts(await on.desk.plan(create('webhook', ...states))).toSorted((one, other) => one - other),
    ).toEqual([1, 19]);
  });

  it('two credentials under one header name are two groups', async () => {
    const states = [
      ...numbered(3, { headers: 'X-Api-Key: first-secret-value' }),
      aWebhook({ name: 'Alert 4', headers: 'X-Api-Key: other-secret-value' }),
    ];
    expect(counts(await on.desk.plan(create('webhook', ...states)))).toEqual([3, 1]);
  });

  it('those that differ in their description are one group that lists the values', async () => {
    const states = numbered(5, { description: 'Owned by identity' });
    states[2] = aWebhook({ ...states[2], description: 'Owned by nobody' });
    const plan = await on.desk.plan(create('webhook', ...states));
    expect(plan.groups).toMatchObject([
      {
        count: 5,
        differences: [
          {
            label: 'Description',
            distinct: 2,
            values: [
              { value: 'Owned by identity', count: 4 },
              { value: 'Owned by nobody', count: 1 },
            ],
          },
        ],
      },
    ]);
    expect(await on.desk.call('changes.markdown', { planId: plan.id })).toContain('Owned by nobody');
  });
});

describe('changes and deletions of webhooks', () => {
  it('form a group only if their previous values are equal, too', async () => {
    const states = numbered(4);
    states[1] = aWebhook({ ...states[1], url: 'https://collector.example/alerts' });
    states[3] = aWebhook({ ...states[3], enabled: false });
    const ids = await createdIds(states);
    expect(counts(await on.desk.plan(setAll('webhook', ids, null)))).toEqual([2, 1, 1]);
    const moved = await on.desk.plan(setAll('webhook', ids, { url: 'https://new.example/alerts' }));
    expect(counts(moved)).toEqual([3, 1]);
    await on.desk.apply(setAll('webhook', ids, null));
  });

  it('are folded by type and in the receipt as in the review', async () => {
    const states = numbered(3);
    states[1] = aWebhook({ ...states[1], url: 'https://collector.example/alerts' });
    const { plan } = await on.desk.apply(create('webhook', ...states));
    expect(plan.groups.map(({ count, counts: byState }) => [count, byState])).toEqual([
      [2, { verified: 2 }],
      [1, { verified: 1 }],
    ]);
    expect(await on.desk.call('changes.types', { planId: plan.id })).toEqual([
      {
        type: 'SecurityAlert',
        count: 3,
        undecided: 0,
        groups: plan.groups.map(({ id, count }) => ({ id, count })),
      },
    ]);
    const ids = (await on.desk.webhooks())
      .filter(({ name }) => name.startsWith('Alert '))
      .map(({ id }) => id);
    await on.desk.apply(setAll('webhook', ids, null));
  });
});
