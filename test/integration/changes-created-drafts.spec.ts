import { describe, expect, it } from 'vitest';
import type { EventPayload } from '../../contract/bridge/events.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { fromDrafts } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';

const on = useDesk();

describe('the draft of a new item', () => {
  it('continues under the ID of the created item, with an event to all windows, so that it is not created twice', async () => {
    const draft = openDraft(on.desk, { kind: 'webhook', targetId: 'new:fresh', base: null });
    await draft.type(aWebhook({ name: 'fresh' }));
    const plan = await on.desk.plan(fromDrafts(draft.key));
    // The person types on while the plan is under review.
    await draft.type(aWebhook({ name: 'fresh', description: 'and on' }));
    const moved: Promise<EventPayload<'targets.moved'>> = on.desk.host.next('targets.moved');
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);

    const [webhook] = (await on.desk.webhooks()).filter(({ name }) => name === 'fresh');
    const { tenantId } = on.desk;
    expect(await moved).toEqual({ tenantId, kind: 'webhook', from: 'new:fresh', to: webhook?.id });
    expect(await on.desk.call('drafts.list', {})).toMatchObject([{ targetId: webhook?.id }]);
    const again = await on.desk.apply(fromDrafts({ kind: 'webhook', targetId: webhook?.id ?? '' }));
    expect(again.items).toMatchObject([{ verb: 'update', state: 'verified' }]);
    expect((await on.desk.webhooks()).filter(({ name }) => name === 'fresh')).toMatchObject([
      { description: 'and on' },
    ]);
  });

  it('may be named as one before it was, without being taken for that', async () => {
    const named = (name: string) => on.desk.webhooks().then((all) => all.find((one) => one.name === name));
    for (const name of ['one', 'two']) {
      await openDraft(on.desk, { kind: 'webhook', targetId: 'new:same', base: null }).type(
        aWebhook({ name }),
      );
      await on.desk.apply(fromDrafts({ kind: 'webhook', targetId: 'new:same' }));
    }
    const [one, two] = [await named('one'), await named('two')];
    expect(one?.id).not.toBe(two?.id);
    const history = await on.desk.call('history.list', { targetId: one?.id ?? '' });
    expect(history).toHaveLength(1);
  });
});
