import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { runAtOnce } from '../../platform/timing/yielder.ts';
import { changeSchemaSteps } from './plan-schema.ts';
import type { PlanStore } from './plan-store.ts';
import type { NewItem } from './item-writes.ts';
import { createPlanStore } from './plan-store.ts';

let database: DatabaseSync;
let store: PlanStore;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  for (const step of changeSchemaSteps.steps) database.exec(step);
  store = createPlanStore(database);
});

type PlanState = 'planning' | 'planned' | 'open' | 'finished';

function addPlan(
  id: string,
  state: PlanState = 'finished',
  changes: { tenantId?: string; at?: number } = {},
): void {
  const { tenantId = 'acme', at = 1 } = changes;
  const appliedAt = state === 'planned' || state === 'planning' ? null : at;
  store.add({
    id,
    tenantId,
    tenantName: 'Acme',
    state,
    origin: { type: 'edit' },
    title: `Plan ${id}`,
    createdAt: at,
    appliedBy: '',
    appliedAt,
  });
}

const item = (id: string, changes: Partial<NewItem> = {}): NewItem => ({
  id,
  state: 'pending',
  kind: 'webhook',
  kindVersion: 1,
  verb: 'update',
  targetId: `target-${id}`,
  targetName: id,
  title: 'Replace webhook',
  summary: 'name',
  groupId: 'g',
  typeName: '',
  decision: null,
  base: { name: 'base' },
  wanted: { name: 'wanted' },
  before: { name: 'before' },
  after: { name: 'after' },
  details: { basis: 'compared', warnings: [], steps: [] },
  draft: null,
  undoes: null,
  revives: null,
  error: undefined,
  ...changes,
});

const historyIds = (filter: Partial<Parameters<PlanStore['history']>[0]> = {}): string[] =>
  store
    .history({ limit: 100, ...filter })
    .map((record) => (record.isReadable ? record.plan.id : `unreadable ${record.id}`));

describe('the warnings of a plan', () => {
  const warned = (groupId: string, id: string, details: Partial<NewItem['details']> = {}): NewItem =>
    item(id, { groupId, details: { basis: 'compared', warnings: [], steps: [], ...details } });
  const risks = [
    { words: 'No sign-in.', although: 'no sign-in' },
    { words: 'Same name.', although: 'same name' },
  ];

  it('are counted over its items, and named by the group that has them', () => {
    addPlan('p', 'planned');
    store.addItems('p', [
      warned('plain', '1'),
      warned('warned', '2', { warnings: ['Same name.'] }),
      warned('warned', '3', { warnings: ['Same name.'] }),
      warned('risky', '4', { warnings: ['Same name.'], risks }),
      warned('irreversible', '5', { irreversible: 'It is new.' }),
      { ...warned('done', '6', { warnings: ['Same name.'] }), state: 'unchanged' },
    ]);
    expect(store.counts('p').warned).toBe(4);
    expect(runAtOnce(store.groups('p', 10)).map(({ id, warning }) => [id, warning])).toEqual([
      ['plain', undefined],
      ['warned', { count: 1, isRisk: false, text: 'Same name.' }],
      ['risky', { count: 2, isRisk: true, text: 'No sign-in.' }],
      ['irreversible', { count: 1, isRisk: false, text: 'Can’t be undone. It is new.' }],
      ['done', { count: 1, isRisk: false, text: 'Same name.' }],
    ]);
  });
});

describe('an item', () => {
  it('is read as it was written, with any JSON or no JSON as states', () => {
    addPlan('p', 'planned');
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.uuid(), (before, after, id) => {
        store.addItems('p', [item(id, { before, after, wanted: null })]);
        const { before: readBefore, after: readAfter, wanted, outcome } = store.item(id) ?? {};
        expect(JSON.stringify([readBefore, readAfter])).toBe(JSON.stringify([before, after]));
        expect([wanted, outcome]).toEqual([null, undefined]);
      }),
    );
  });

  it('stays in place when it is planned again', () => {
    addPlan('p', 'planned');
    store.addItems('p', [item('a'), item('b'), item('c')]);
    store.replaceItem(item('b', { state: 'unchanged', summary: 'No change' }));
    expect(store.itemIds('p')).toEqual(['a', 'b', 'c']);
    expect(store.item('b')).toMatchObject({ state: 'unchanged', summary: 'No change' });
  });

  it('is found by its send mode, which was once called its order', () => {
    addPlan('p', 'planned');
    const details = { basis: 'compared', warnings: [], steps: [] } as const;
    const modes = ['create-first', 'delete-first', 'publish-application'] as const;
    store.addItems('p', [
      item('none'),
      ...modes.map((sendMode) =>
        item(sendMode, { details: { ...details, warnings: [], steps: [], sendMode } }),
      ),
    ]);
    expect(store.sendModes('p')).toEqual(Object.fromEntries(modes.map((mode) => [mode, 1])));
    expect(store.idsWithSendMode('p', ['create-first', 'delete-first'])).toEqual([
      'create-first',
      'delete-first',
    ]);
    const earlier = JSON.stringify({ ...details, order: 'delete-first' });
    database.prepare('UPDATE plan_items SET words = ? WHERE id = ?').run(earlier, 'none');
    expect(store.item('none')?.details).toEqual({ ...details, sendMode: 'delete-first' });
  });

  it('is removed with its plan', () => {
    addPlan('p', 'planned');
    store.addItems('p', [item('a')]);
    store.removePlan('p');
    expect(store.item('a')).toBeUndefined();
  });

  it('has the current ID of its target, and the one that was reviewed', () => {
    addPlan('p', 'open');
    store.addItems('p', [item('a')]);
    store.noteOutcome('a', { targetId: 'new-id' }, 'new-id');
    expect(store.item('a')).toMatchObject({ targetId: 'new-id', plannedTargetId: 'target-a' });
    store.noteOutcome('a', { targetId: '' }, '');
    expect(store.item('a')?.targetId).toBe('new-id');
  });

  it('comes first in its plan if it needs a decision, also across pages', () => {
    addPlan('p', 'planned');
    store.addItems('p', [item('a'), item('b', { decision: 'merge' }), item('c')]);
    const page = (offset: number, limit: number): string[] =>
      store.items('p', { offset, limit }).items.map(({ id }) => id);
    expect(page(0, 2)).toEqual(['b', 'a']);
    expect(page(2, 2)).toEqual(['c']);
    expect(store.items('p', { offset: 0, limit: 1, states: ['pending'] }).total).toBe(3);
    expect(store.items('p', { offset: 0, limit: 1, groupId: 'another' }).total).toBe(0);
  });
});

describe('the counts of a plan', () => {
  it('follow its items through all states', () => {
    addPlan('p', 'planned');
    store.addItems('p', [
      item('a'),
      item('b', { verb: 'delete' }),
      item('c', { decision: 'gone' }),
      item('d', { details: { basis: 'fresh', warnings: [], steps: [], irreversible: 'It was run.' } }),
    ]);
    expect(store.counts('p')).toMatchObject({ total: 4, undecided: 1, deletes: 1 });
    store.skip('p', 'undecided', 2);
    for (const id of ['a', 'b', 'd']) store.resolve(id, 'verified', 3);
    expect(store.counts('p')).toMatchObject({
      byState: { verified: 3, 'left-out': 1 },
      undecided: 0,
      deletes: 0,
    });
    expect(store.counts('p').undoable).toBe(2);
    store.markUndone('a', 'undo');
    expect(store.counts('p')).toMatchObject({ byState: { verified: 2, 'taken-back': 1 }, undoable: 1 });
  });

  it('group items with an equal change, undecided ones first', () => {
    addPlan('p', 'planned');
    const same = { groupId: 'same' } as const;
    store.addItems('p', [
      item('a', same),
      item('b', same),
      item('c', { groupId: 'other', decision: 'merge' }),
    ]);
    expect(runAtOnce(store.groups('p', 10)).map(({ id, count, decision }) => [id, count, decision])).toEqual([
      ['other', 1, 'merge'],
      ['same', 2, null],
    ]);
    expect(runAtOnce(store.groups('p', 1))).toHaveLength(1);
  });
});

describe('the history', () => {
  it('has started plans, newest first, and none that only wait', () => {
    addPlan('old', 'finished', { at: 1 });
    addPlan('new', 'finished', { at: 3 });
    addPlan('open', 'open', { at: 2 });
    addPlan('waits', 'planned', { at: 4 });
    expect(historyIds()).toEqual(['new', 'open', 'old']);
    expect(historyIds({ limit: 1 })).toEqual(['new']);
    expect(store.openPlans().map(({ id }) => id)).toEqual(['open']);
  });

  it('can be filtered by tenant and by item', () => {
    addPlan('here', 'finished', { at: 1 });
    addPlan('there', 'finished', { at: 2, tenantId: 'other' });
    store.addItems('here', [item('a')]);
    store.addItems('there', [item('b')]);
    expect(historyIds({ tenantId: 'other' })).toEqual(['there']);
    expect(historyIds({ targetId: 'target-a' })).toEqual(['here']);
    expect(historyIds({ tenantId: 'other', targetId: 'target-a' })).toEqual([]);
  });

  it('of an item includes what was done to it under earlier IDs', () => {
    for (const [id, at] of [
      ['first', 1],
      ['second', 2],
      ['other', 3],
    ] as const)
      addPlan(id, 'finished', { at });
    store.addItems('first', [item('a', { targetId: 'old' })]);
    store.addItems('second', [item('b', { targetId: 'new' })]);
    store.addItems('other', [item('c')]);
    store.noteSuccessor('acme', 'older', 'old');
    store.noteSuccessor('acme', 'old', 'new');
    expect(historyIds({ targetId: 'new', tenantId: 'acme' })).toEqual(['second', 'first']);
    expect(historyIds({ targetId: 'new' })).toEqual(['second', 'first']);
    expect(historyIds({ targetId: 'old' })).toEqual(['first']);
    expect(historyIds({ targetId: 'new', tenantId: 'another' })).toEqual([]);
  });

  it.each([
    [`version = 99`],
    [`origin = '{"type":"from-tomorrow"}'`],
    [`origin = 'no JSON'`],
    [`state = 'from-tomorrow'`],
    [`error = '{"code":"from-tomorrow"}'`],
  ])('shows a row that can’t be read (%s) as one entry among the others', (change) => {
    addPlan('good', 'open', { at: 1 });
    addPlan('bad', 'open', { at: 2 });
    database.exec(`UPDATE plans SET ${change} WHERE id = 'bad'`);
    expect(historyIds()).toEqual(['unreadable bad', 'good']);
    const [record] = store.history({ limit: 1 });
    expect(record).toMatchObject({ isReadable: false, tenantId: 'acme', appliedAt: 2 });
    expect(store.openPlans().map(({ id }) => id)).toEqual(['good']);
    expect(() => store.plan('bad')).toThrow('another version');
    expect(store.raw('bad').plan).toMatchObject({ id: 'bad' });
  });
});

describe('a plan that was being made when the program exited', () => {
  it('is deleted at the next start, because no one has seen it', () => {
    addPlan('half', 'planning');
    addPlan('whole', 'planned');
    const next = createPlanStore(database);
    expect(next.plan('half')).toBeUndefined();
    expect(next.plan('whole')).toBeDefined();
  });
});

describe('the current ID of an item', () => {
  it('is found over any number of replacements, by tenant', () => {
    for (let step = 0; step < 50; step += 1) store.noteSuccessor('acme', `w${step}`, `w${step + 1}`);
    expect(store.currentId('acme', 'w0')).toBe('w50');
    expect(store.currentId('acme', 'w49')).toBe('w50');
    expect(store.currentId('acme', 'other')).toBe('other');
    expect(store.currentId('another tenant', 'w0')).toBe('w0');
  });

  it('is the one that was noted last, whatever was noted before: no chain becomes a cycle', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const move = fc.tuple(id, id).filter(([from, to]) => from !== to);
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        database.exec('DELETE FROM change_successors');
        for (const [from, to] of moves) {
          store.noteSuccessor('acme', from, to);
          expect(store.currentId('acme', from)).toBe(to);
          expect(store.currentId('acme', to)).toBe(to);
        }
      }),
    );
  });
});
