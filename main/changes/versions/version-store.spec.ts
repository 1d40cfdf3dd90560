import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeSchemaSteps } from '../record/plan-schema.ts';
import { createTargetSuccessors } from '../record/target-successors.ts';
import type { VersionRecorder } from './version-recorder.ts';
import { createVersionRecorder } from './version-recorder.ts';
import type { VersionLimits, VersionStore } from './version-store.ts';
import { createVersionStore } from './version-store.ts';

let database: DatabaseSync;
let store: VersionStore;
let keeper: VersionRecorder;
let clock: number;

const kind = {
  name: 'text',
  version: 1,
  parse: (state: unknown) => state,
  isIdentical: (one: unknown, other: unknown) => one === other,
};
const roomy: VersionLimits = { maxPerItem: 100, sizeOfOne: 10_000, sizeOfAll: 100_000 };
const target = (targetId: string) => ({ tenantId: 'acme', kind: 'text', targetId });
const owner = (targetId: string) => ({ tenantId: 'acme', targetId });

function start(limits: VersionLimits = roomy): void {
  store = createVersionStore(database, limits);
  keeper = createVersionRecorder({ store, tryTo: (work) => work(), now: () => (clock += 1) });
}

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of changeSchemaSteps.steps) database.exec(step);
  clock = 0;
  start();
});

const textsOf = (targetId: string) =>
  store.list(target(targetId)).map(({ id }) => JSON.parse(store.get('acme', id)?.state ?? 'null') as unknown);
const sourcesOf = (targetId: string) => store.list(target(targetId)).map(({ source }) => source);

describe('a state from the tenant', () => {
  it('is stored once until it changes, and again when it returns', () => {
    for (const text of ['one', 'one', 'two', 'two', 'one']) keeper.noteSeen(kind, owner('a'), text);
    expect(textsOf('a')).toEqual(['one', 'two', 'one']);
    expect(store.list(target('a')).map(({ notedAt }) => notedAt)).toEqual([3, 2, 1]);
  });

  it('has the author if the tenant reports one, and none otherwise', () => {
    keeper.noteSeen(kind, owner('a'), 'one');
    keeper.noteSeen(kind, owner('a'), 'two', 'Karl');
    expect(store.list(target('a')).map(({ author }) => author)).toEqual(['Karl', '']);
  });

  it('is stored as applied, even if a read of the tenant came first', () => {
    const applied = { state: 'two', isUndo: false, author: 'Ada', planId: 'p1' };
    keeper.noteSeen(kind, owner('a'), 'one');
    keeper.noteSeen(kind, owner('a'), 'two');
    keeper.noteApplied(kind, owner('a'), applied);
    keeper.noteSeen(kind, owner('a'), 'two');
    keeper.noteApplied(kind, owner('a'), { ...applied, state: 'one', isUndo: true, planId: 'p2' });
    expect(store.list(target('a'))).toMatchObject([
      { source: 'undone', planId: 'p2' },
      { source: 'applied', author: 'Ada', planId: 'p1' },
      { source: 'seen', planId: null },
    ]);
  });

  it('is distinguished from drafts, which were never on the tenant', () => {
    keeper.noteSeen(kind, owner('a'), 'one');
    keeper.keep(kind, owner('a'), 'typed', 'draft');
    keeper.keep(kind, owner('a'), 'typed', 'draft');
    keeper.noteSeen(kind, owner('a'), 'one');
    keeper.noteSeen(kind, owner('a'), 'typed');
    expect(sourcesOf('a')).toEqual(['seen', 'draft', 'seen']);
  });

  it('is stored even after a version that can’t be read', () => {
    keeper.noteSeen(kind, owner('a'), 'one');
    const stricter = { ...kind, isIdentical: () => false };
    keeper.noteSeen(stricter, owner('a'), 'two');
    expect(textsOf('a')).toEqual(['two', 'one']);
  });
});

describe('an item with a new ID', () => {
  it('has the versions of all its IDs, in one order and under one limit', () => {
    start({ ...roomy, maxPerItem: 3 });
    keeper.noteSeen(kind, owner('old'), 'one');
    createTargetSuccessors(database).noteSuccessor('acme', 'old', 'new');
    keeper.noteSeen(kind, owner('new'), 'one');
    for (const text of ['two', 'three', 'four']) keeper.noteSeen(kind, owner('new'), text);
    expect(textsOf('new')).toEqual(['four', 'three', 'two']);
    expect(store.list(target('old'))).toEqual([]);
  });
});

describe('stored versions', () => {
  it('are limited by number and size per item: the oldest are deleted, and the newest stays however large', () => {
    start({ ...roomy, maxPerItem: 3, sizeOfOne: 30 });
    for (const text of ['one', 'two', 'three', 'four']) keeper.noteSeen(kind, owner('a'), text);
    expect(textsOf('a')).toEqual(['four', 'three', 'two']);
    keeper.noteSeen(kind, owner('a'), 'x'.repeat(20));
    expect(textsOf('a')).toEqual(['x'.repeat(20), 'four']);
    keeper.noteSeen(kind, owner('a'), 'y'.repeat(40));
    expect(textsOf('a')).toEqual(['y'.repeat(40)]);
  });

  it('are limited by total size: the oldest are deleted, also after a restart', () => {
    const limits = { ...roomy, sizeOfAll: 36 };
    start(limits);
    for (const text of ['a'.repeat(10), 'b'.repeat(10)]) keeper.noteSeen(kind, owner('one'), text);
    keeper.noteSeen(kind, owner('two'), 'c'.repeat(10));
    start(limits);
    keeper.noteSeen(kind, owner('two'), 'd'.repeat(10));
    expect(textsOf('one')).toEqual(['b'.repeat(10)]);
    expect(textsOf('two')).toEqual(['d'.repeat(10), 'c'.repeat(10)]);
  });

  it('belong to their tenant and kind', () => {
    keeper.noteSeen(kind, owner('a'), 'one');
    expect(store.list({ ...target('a'), tenantId: 'other' })).toEqual([]);
    expect(store.list({ ...target('a'), kind: 'other' })).toEqual([]);
    expect(store.get('other', store.list(target('a'))[0]?.id ?? 0)).toBeUndefined();
  });
});
