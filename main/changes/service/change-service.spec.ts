import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest, Plan } from '../../../contract/changes/changes.ts';
import type { TestChanges } from '../../../test/builders/a-change-service.ts';
import { aChangeService } from '../../../test/builders/a-change-service.ts';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { change, create, setAll, undo } from '../../../test/builders/requests.ts';
import { callContext } from '../../../test/integration/desk-foundation.ts';
import { failure } from '../../platform/errors/failure.ts';
import { registerKind } from '../kind/registered-kind.ts';

let notes: Map<string, Note>;
let desk: TestChanges;
/** The tenant's response to the next writes; undefined accepts them. */
let rejection: Error | undefined;

const signedIn = (tenantId: string) =>
  ({
    tenantId,
    state: 'signed-in',
    user: { subject: 'ada', name: 'Ada' },
    expiresAt: 1,
    canRefresh: false,
    storedIn: 'memory',
  }) as const;

beforeEach(() => {
  notes = new Map([
    ['n1', aNote({ title: 'First' })],
    ['n2', aNote({ title: 'Second' })],
  ]);
  rejection = undefined;
  const kind = aNoteKind(notes);
  const failing: typeof kind = {
    ...kind,
    async apply(edit, context) {
      if (rejection !== undefined) throw rejection;
      return await kind.apply(edit, context);
    },
  };
  desk = aChangeService({ kinds: [registerKind(failing)], session: signedIn });
});

const plan = (request: ChangeRequest): Promise<Plan> => desk.changes.plan('acme', request, callContext());
const apply = async (request: ChangeRequest): Promise<Plan> =>
  desk.changes.apply((await plan(request)).id, {}, callContext());
const statesOf = (planId: string): string[] =>
  desk.changes.items(planId, { offset: 0, limit: 100 }).items.map(({ state }) => state);
const away = () => failure('session-expired', 'Sign in again.');

describe('a plan', () => {
  it('has its whole items in pages, in the order of the list', async () => {
    const { id } = await plan(setAll('note', ['n1', 'missing', 'n2'], { owner: 'Grace' }));
    const { items } = desk.changes.items(id, { offset: 0, limit: 100 });
    const whole = items.map((item) => desk.changes.item(id, item.id));
    expect(whole).toHaveLength(3);
    expect(await desk.changes.itemDetails(id, { offset: 0, limit: 2 })).toEqual(whole.slice(0, 2));
    expect(await desk.changes.itemDetails(id, { offset: 2, limit: 2 })).toEqual(whole.slice(2));
    expect(await desk.changes.itemDetails(id, { offset: 3, limit: 2 })).toEqual([]);
  });

  it('has fewer whole items in a page of large ones', async () => {
    const { id } = await plan(setAll('note', ['n1', 'n2'], { body: 'long '.repeat(2_100_000) }));
    const first = await desk.changes.itemDetails(id, { offset: 0, limit: 2 });
    expect(first.map(({ target }) => target.id)).toEqual(['n1']);
    const second = await desk.changes.itemDetails(id, { offset: 1, limit: 2 });
    expect(second.map(({ target }) => target.id)).toEqual(['n2']);
  });

  it('is stored until it is applied or discarded, also after a restart', async () => {
    const { id } = await plan(setAll('note', ['n1'], { title: 'Changed' }));
    const later = desk.restart();
    expect(await later.changes.get(id)).toMatchObject({ state: 'planned', changing: 1 });
    expect(later.changes.open()).toEqual([]);
    await later.changes.apply(id, {}, callContext());
    expect(notes.get('n1')?.title).toBe('Changed');
    const { id: other } = await plan(setAll('note', ['n1'], { title: 'Again' }));
    desk.changes.discard(other);
    await expect(desk.changes.get(other)).rejects.toThrow('discarded');
  });

  it('is not removed by a discard after it was applied, nor applied twice', async () => {
    const { id } = await apply(setAll('note', ['n1'], { title: 'Changed' }));
    desk.changes.discard(id);
    expect(await desk.changes.get(id)).toMatchObject({ state: 'finished', appliedBy: 'Ada' });
    await expect(desk.changes.apply(id, {}, callContext())).rejects.toThrow('already applied');
  });

  it('leaves nothing behind if making it fails', async () => {
    const gone = setAll('note', ['missing'], { title: 'X' });
    await expect(plan(gone)).rejects.toThrow('no longer exists');
    expect(desk.store.history({ limit: 10 })).toEqual([]);
  });

  it('of many items skips those with a problem, with the reason', async () => {
    const { id, changing } = await plan(setAll('note', ['n1', 'missing', 'n2'], { owner: 'Grace' }));
    expect(changing).toBe(2);
    expect(statesOf(id)).toEqual(['pending', 'left-out', 'pending']);
    expect(desk.changes.items(id, { offset: 1, limit: 1 }).items[0]?.error).toMatchObject({
      code: 'not-found',
    });
  });

  it('can’t change an item twice', async () => {
    await expect(plan(setAll('note', ['n1', 'n1'], { owner: 'Grace' }))).rejects.toThrow(
      'the same item twice',
    );
  });

  it('groups equal changes', async () => {
    const { groups } = await plan(setAll('note', ['n1', 'n2'], { owner: 'Grace' }));
    expect(groups).toMatchObject([{ count: 2, title: 'Change note', summary: 'owner' }]);
  });

  it('is not started while signed out', async () => {
    const { id } = await plan(setAll('note', ['n1'], { title: 'Changed' }));
    desk = desk.restart({ session: (tenantId) => ({ tenantId, state: 'signed-out' }) });
    await expect(desk.changes.apply(id, {}, callContext())).rejects.toThrow('Sign in to Acme first');
    expect(await desk.changes.get(id)).toMatchObject({ state: 'planned', appliedAt: null });
    expect(notes.get('n1')?.title).toBe('First');
  });

  it('is applied to a production tenant only with its name', async () => {
    const tenants = [aTenantProfile({ environment: 'production' })];
    desk = desk.restart({ tenants });
    const { id, confirmation } = await plan(setAll('note', ['n1'], { title: 'Changed' }));
    expect(confirmation).toBe('Acme');
    await expect(desk.changes.apply(id, { confirmation: 'acme' }, callContext())).rejects.toThrow(
      'Nothing was changed',
    );
    expect(notes.get('n1')?.title).toBe('First');
    await desk.changes.apply(id, { confirmation: 'Acme' }, callContext());
    expect(notes.get('n1')?.title).toBe('Changed');
  });
});

describe('interrupted plans of an earlier process', () => {
  /** As after a killed process: the first item is done, the second was started, the third not. */
  async function cutShort(): Promise<string> {
    notes.set('n3', aNote({ title: 'Third' }));
    const { id } = await plan(setAll('note', ['n1', 'n2', 'n3'], { owner: 'Grace' }));
    const [first = '', second = ''] = desk.store.itemIds(id);
    desk.store.updatePlan(id, { state: 'open', appliedAt: 1 });
    desk.store.resolve(first, 'verified', 1);
    notes.set('n1', aNote({ title: 'First', owner: 'Grace' }));
    const begun = desk.store.item(second);
    if (begun === undefined) throw new Error('The plan has no second item.');
    desk.store.begin(second, { ...begun, notes: null, at: 1 });
    desk = desk.restart();
    return id;
  }

  it('are listed with the state of each item, and can be resumed', async () => {
    const id = await cutShort();
    expect(desk.changes.open()).toMatchObject([
      { id, isRunning: false, counts: { verified: 1, applying: 1, pending: 1 } },
    ]);
    expect(await desk.changes.resume(id, callContext())).toMatchObject({
      state: 'finished',
      counts: { verified: 3 },
    });
    expect([...notes.values()].map(({ owner }) => owner)).toEqual(['Grace', 'Grace', 'Grace']);
  });

  it('continue past an item that this version can’t read, which is shown and skipped', async () => {
    const id = await cutShort();
    const [, , third = ''] = desk.store.itemIds(id);
    desk.damageItem(third);
    expect(desk.changes.items(id, { offset: 0, limit: 10 }).items[2]).toMatchObject({
      state: 'pending',
      error: { code: 'record-unreadable' },
    });
    expect(await desk.changes.resume(id, callContext())).toMatchObject({
      state: 'finished',
      counts: { verified: 2, 'left-out': 1 },
    });
    expect(notes.get('n3')?.owner).not.toBe('Grace');
  });

  it('are closed if nothing is left to do', async () => {
    const id = await cutShort();
    for (const itemId of desk.store.itemIds(id)) desk.store.resolve(itemId, 'verified', 1);
    expect(desk.changes.open()).toEqual([]);
    expect(desk.store.openPlans()).toEqual([]);
  });

  it('of a removed tenant can’t be resumed, and stay in the history', async () => {
    const id = await cutShort();
    desk = desk.restart({ tenants: [] });
    expect(desk.changes.open()).toEqual([]);
    expect(desk.store.history({ limit: 10 })).toMatchObject([{ plan: { id } }]);
  });

  it('have unknown results for what may have been sent when they are closed, and skip the rest', async () => {
    const id = await cutShort();
    expect(desk.changes.close(id)).toMatchObject({ state: 'finished' });
    expect(statesOf(id)).toEqual(['verified', 'unknown', 'left-out']);
  });

  it('are not changed while signed out', async () => {
    const id = await cutShort();
    desk = desk.restart({ session: (tenantId) => ({ tenantId, state: 'signed-out' }) });
    for (const go of [desk.changes.resume, desk.changes.rollBack]) {
      await expect(go(id, callContext())).rejects.toThrow('Sign in to Acme first');
    }
    expect(statesOf(id)).toEqual(['verified', 'applying', 'pending']);
  });
});

describe('a rollback', () => {
  it('is a separate plan, on disk before it sends anything', async () => {
    rejection = undefined;
    const { id } = await plan(setAll('note', ['n1', 'n2'], { owner: 'Grace' }));
    desk.store.updatePlan(id, { state: 'open', appliedAt: 1 });
    await desk.changes.resume(id, callContext()).catch(() => undefined);
    // Open again, as after a stop before the last one.
    desk.store.updatePlan(id, { state: 'open' });
    const rolledBack = await desk.changes.rollBack(id, callContext());
    expect(rolledBack).toMatchObject({
      origin: { type: 'take-back', planId: id },
      title: expect.stringMatching(/^Roll back: /),
      counts: { verified: 2 },
    });
    expect(statesOf(id)).toEqual(['taken-back', 'taken-back']);
    expect([...notes.values()].map(({ owner }) => owner)).toEqual(['Ada', 'Ada']);
  });

  it('is resumed after an interruption, and never planned again', async () => {
    const { id } = await plan(setAll('note', ['n1', 'n2'], { owner: 'Grace' }));
    desk.store.updatePlan(id, { state: 'open', appliedAt: 1 });
    await desk.changes.resume(id, callContext());
    desk.store.updatePlan(id, { state: 'open' });
    rejection = away();
    const cut = await desk.changes.rollBack(id, callContext());
    expect(cut).toMatchObject({ state: 'open', counts: { pending: 2 } });
    desk = desk.restart();
    expect(desk.changes.open().map((open) => open.id)).toEqual([cut.id]);
    await expect(desk.changes.rollBack(cut.id, callContext())).rejects.toThrow('already a rollback');
    await expect(plan(undo(id))).rejects.toThrow('already being undone');
    rejection = undefined;
    expect(await desk.changes.resume(cut.id, callContext())).toMatchObject({ state: 'finished' });
    expect(statesOf(id)).toEqual(['taken-back', 'taken-back']);
  });
});

describe('events for all windows', () => {
  const countOf = (name: string): number => desk.host.events.filter((event) => event.name === name).length;

  it('report that a plan was opened and closed, and that the tenant changed', async () => {
    await apply(create('note', aNote({ title: 'New' })));
    const opened = desk.host.events.flatMap((event) =>
      event.name === 'changes.opened' ? [(event.payload as Plan[]).length] : [],
    );
    expect(opened.at(-1)).toBe(0);
    expect(countOf('history.changed')).toBe(1);
  });

  it('report that a plan is running before its first request', async () => {
    const { id } = await plan(create('note', aNote({ title: 'New' })));
    const heard: unknown[] = [];
    const before = desk.host.events.length;
    await desk.changes.apply(id, {}, callContext());
    for (const { name, payload } of desk.host.events.slice(before)) {
      if (name === 'changes.progress') break;
      if (name === 'changes.opened') heard.push(payload);
    }
    expect(heard.at(-1)).toMatchObject([{ id, state: 'open', isRunning: true }]);
  });

  it('don’t report that an item moved if its ID is the same', async () => {
    const before = notes.get('n1') ?? aNote();
    await apply(change('note', 'n1', before, { ...before, title: 'Same place' }));
    expect(countOf('targets.moved')).toBe(0);
  });
});
