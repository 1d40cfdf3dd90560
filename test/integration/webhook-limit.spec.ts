import { expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes.ts';
import { webhookStateOf } from '../../contract/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

it('says in the plan that a tenant has no room, once it has rejected a webhook for that', async () => {
  await on.desk.apply(create('webhook', aWebhook({ name: 'Before' })));
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === 'Before');
  if (webhook === undefined) throw new Error('The webhook is not listed.');
  const base = webhookStateOf(webhook);
  const edit = change('webhook', webhook.id, base, { ...base, requestBody: '{"edited": true}' });
  const risksOf = async (request: ChangeRequest): Promise<string[]> => {
    const [item] = await on.desk.itemsOf((await on.desk.plan(request)).id);
    return (item?.risks ?? []).map(({ words }) => words);
  };
  expect(await risksOf(edit)).toEqual([]);

  const message = 'The tenant already has this many rules, which is the most it keeps.';
  on.network.setFaults(({ method, path }) =>
    method === 'POST' && path.endsWith('/rules/webhook')
      ? {
          kind: 'answer',
          status: 409,
          body: JSON.stringify({ error: 'conflict', message }),
          contentType: 'application/json',
        }
      : { kind: 'pass' },
  );
  await on.desk.apply(edit);
  on.network.setFaults(() => ({ kind: 'pass' }));

  const [replacing] = await risksOf(edit);
  expect(replacing).toMatch(/^The tenant has \d+ webhooks, the most it holds, and will reject a new one\./);
  expect(replacing).toContain('delete “Before” and create it again: events in between are not delivered');
  const [creating] = await risksOf(create('webhook', aWebhook({ name: 'Another' })));
  expect(creating).toContain('Delete a webhook first.');
});
