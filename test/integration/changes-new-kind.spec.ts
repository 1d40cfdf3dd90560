import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ChangeService } from '../../main/changes/service/change-service.ts';
import type { Change, ChangeKind } from '../../main/changes/kind/change-kind.ts';
import type { ChangeContext } from '../../main/changes/kind/change-context.ts';
import { differingParts, isSameState } from '../../main/changes/kind/compare-states.ts';
import type { Part } from '../../main/changes/kind/part.ts';
import { field, flag, set, text } from '../../main/changes/kind/part.ts';
import { registerKind } from '../../main/changes/kind/registered-kind.ts';
import type { TestChanges } from '../builders/a-change-service.ts';
import { aChangeService } from '../builders/a-change-service.ts';
import { change, create, fromDrafts, setAll, undo } from '../builders/requests.ts';
import { callContext } from './desk-foundation.ts';

/**
 * A kind that the core has never heard of: a notice on the tenant's portal. What follows is the one file of such a
 * kind; the line in the table is `registerKind(createNoticeKind(…))` below.
 */
const noticeSchema = z.strictObject({
  title: z.string(),
  body: z.string(),
  audiences: z.array(z.string()),
  isPinned: z.boolean(),
});
type Notice = z.infer<typeof noticeSchema>;

/** What keeps notices: here a map in place of an endpoint. */
type Portal = Map<string, Notice>;

const noticeParts: readonly Part<Notice>[] = [
  field<Notice>('title', 'Title'),
  text<Notice>('body', 'Text', 'text'),
  set<Notice>('audiences', 'Audiences'),
  flag<Notice>('isPinned', 'Place', { yes: 'At the top', no: 'In order' }),
];

function createNoticeKind(portal: Portal): ChangeKind<Notice> {
  const read = (id: string, { reads }: ChangeContext) =>
    reads.once(`notice:${id}`, async () => structuredClone(portal.get(id)));
  return {
    name: 'notice',
    version: 1,
    noun: { one: 'notice', many: 'notices' },
    state: noticeSchema,
    notes: z.undefined(),
    outcome: z.object({ targetId: z.string() }),
    parts: noticeParts,
    nameOf: ({ title }) => title,
    problemsOf: ({ title }) => (title === '' ? [{ part: 'title', message: 'Enter a title.' }] : []),
    read,
    describe: async ({ verb, targetId }) => ({
      warnings: verb === 'delete' ? ['People no longer see it.'] : [],
      steps: [{ method: 'PUT', path: `/notices/${targetId}`, words: 'Send the notice' }],
    }),
    begin: async () => undefined,
    async apply({ targetId, after }: Change<Notice>) {
      const id = targetId === '' ? `n${portal.size + 1}` : targetId;
      if (after === null) portal.delete(id);
      else portal.set(id, after);
      return { targetId: after === null ? '' : id };
    },
    async observe({ targetId, before, after }, outcome, context) {
      const id = outcome?.targetId || targetId;
      const now = id === '' ? undefined : await read(id, context);
      const is = (state: Notice | null): boolean =>
        state === null ? now === undefined : now !== undefined && isSameState(noticeParts, state, now);
      if (is(after)) return { state: 'in-effect', outcome: { targetId: after === null ? '' : id } };
      if (is(before)) return { state: 'as-before' };
      const what =
        now === undefined || after === null
          ? 'It is gone.'
          : differingParts(noticeParts, after, now)
              .map(({ label }) => label)
              .join(', ');
      return { state: 'different', what };
    },
  };
}

const holiday: Notice = {
  title: 'Holiday',
  body: 'We are closed\non Monday.\nCall the on-call.',
  audiences: ['staff'],
  isPinned: false,
};

describe('a kind of one file and one line in the table', () => {
  let portal: Portal;
  let desk: TestChanges;

  beforeEach(() => {
    portal = new Map([['n1', holiday]]);
    desk = aChangeService({ kinds: [registerKind(createNoticeKind(portal))] });
  });

  const plan = (request: Parameters<ChangeService['plan']>[1]) =>
    desk.changes.plan('acme', request, callContext());
  const itemsOf = (planId: string) =>
    desk.changes
      .items(planId, { offset: 0, limit: 100 })
      .items.map(({ id }) => desk.changes.item(planId, id));

  async function apply(request: Parameters<typeof plan>[0]) {
    const { id } = await plan(request);
    const applied = await desk.changes.apply(id, {}, callContext());
    return { plan: applied, items: itemsOf(id) };
  }

  it('is planned and shown in its parts, with the words of the core', async () => {
    const wanted = { ...holiday, body: holiday.body.replace('Monday', 'Tuesday'), isPinned: true };
    const { id, title } = await plan(change('notice', 'n1', holiday, wanted));
    expect(title).toBe('Change notice · Holiday');
    const [item] = itemsOf(id);
    expect(item).toMatchObject({
      verb: 'update',
      basis: 'compared',
      summary: 'text +1 −1 lines, place',
      target: { kind: 'notice', id: 'n1', name: 'Holiday' },
      parts: [
        { type: 'field', name: 'title', isChanged: false },
        { type: 'text', name: 'body', isChanged: true, before: holiday.body, after: wanted.body },
        { type: 'set', name: 'audiences', isChanged: false },
        { type: 'field', name: 'isPinned', before: 'In order', after: 'At the top' },
      ],
    });
    expect(portal.get('n1')).toEqual(holiday);
  });

  it('is created, changed, deleted, and every step is undone', async () => {
    const created = await apply(create('notice', { ...holiday, title: 'Lunch' }));
    expect(created.items).toMatchObject([{ state: 'verified', target: { id: 'n2' } }]);
    const changed = await apply(setAll('notice', ['n1', 'n2'], { isPinned: true }));
    expect(changed.plan).toMatchObject({ counts: { verified: 2 }, groups: [{ count: 2 }] });
    await apply(undo(changed.plan.id));
    expect([...portal.values()].map(({ isPinned }) => isPinned)).toEqual([false, false]);
    const deleted = await apply(setAll('notice', ['n1'], null));
    expect([...portal.keys()]).toEqual(['n2']);
    await apply(undo(deleted.plan.id));
    expect([...portal.values()]).toContainEqual(holiday);
    await apply(undo(created.plan.id));
    expect([...portal.values()]).toEqual([holiday]);
  });

  it('has drafts, which are merged with what others did and closed when applied', async () => {
    const key = { tenantId: 'acme', kind: 'notice', targetId: 'n1' };
    desk.drafts.save({ ...key, state: { ...holiday, title: 'Mine' }, base: holiday, revision: null });
    portal.set('n1', { ...holiday, audiences: ['staff', 'guests'] });
    const { items } = await apply(fromDrafts(key));
    expect(items).toMatchObject([{ state: 'verified', basis: 'changed' }]);
    expect(portal.get('n1')).toEqual({ ...holiday, title: 'Mine', audiences: ['staff', 'guests'] });
    expect(desk.drafts.list()).toEqual([]);
  });

  it('has conflicts, which are resolved part by part', async () => {
    const mine = { ...holiday, title: 'Mine' };
    portal.set('n1', { ...holiday, title: 'Theirs' });
    const planned = await plan(change('notice', 'n1', holiday, mine));
    const [item] = itemsOf(planned.id);
    expect(item).toMatchObject({ decision: 'merge' });
    expect(item?.parts[0]?.conflict).toMatchObject({ base: 'Holiday', theirs: 'Theirs', mine: 'Mine' });
    const choices = { title: { take: 'theirs' } } as const;
    const resolved = await desk.changes.resolve(planned.id, item?.id ?? '', choices, callContext());
    expect(resolved).toMatchObject({ undecided: 0, changing: 0, counts: { unchanged: 1 } });
  });

  it('is not overwritten, nor deleted, when it drifts between review and apply', async () => {
    const rename = await plan(change('notice', 'n1', holiday, { ...holiday, title: 'Mine' }));
    const removal = await plan(setAll('notice', ['n1'], null));
    portal.set('n1', { ...holiday, title: 'Theirs' });
    for (const { id } of [rename, removal]) {
      await desk.changes.apply(id, {}, callContext());
      expect(itemsOf(id)).toMatchObject([{ state: 'outdated' }]);
    }
    expect(portal.get('n1')?.title).toBe('Theirs');
  });

  it('rejects its own problems before anything is planned', async () => {
    await expect(plan(create('notice', { ...holiday, title: '' }))).rejects.toThrow('Enter a title.');
  });
});
