import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createKindTable, localDraftKind } from '../kind/kind-table.ts';
import { registerKind } from '../kind/registered-kind.ts';
import type { AppliedDraft } from '../record/applied-drafts.ts';
import { draftSchemaSteps } from './draft-schema.ts';
import type { DraftService } from './draft-service.ts';
import { createDraftService } from './draft-service.ts';
import { createDraftStore } from './draft-store.ts';

const noteKind = aNoteKind(new Map(), {
  version: 2,
  upgrade: (state, version) =>
    version === 1 ? { title: '', owner: '', ...z.looseObject({}).parse(state) } : state,
});

const scratchKind = localDraftKind({
  ...{ name: 'scratch', version: 1, state: z.strictObject({ text: z.string() }), titleOf: () => 'Scratch' },
  losesNothing() {
    lossChecks += 1;
    return () => true;
  },
});

let database: DatabaseSync;
let drafts: DraftService;
let changeEvents: number;
/** How often the kind was asked whether discarding scratch drafts loses something. */
let lossChecks: number;
/** Results of saves by revision, and current IDs of items. */
const applied = new Map<number, AppliedDraft>();
const successors = new Map<string, string>();

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of draftSchemaSteps.steps) database.exec(step);
  changeEvents = 0;
  lossChecks = 0;
  applied.clear();
  successors.clear();
  let time = 0;
  drafts = createDraftService({
    store: createDraftStore(database),
    kinds: createKindTable([registerKind(noteKind)]),
    localKinds: new Map([['scratch', scratchKind]]),
    applied: {
      appliedDraft: (_tenantId, _kind, revision) => applied.get(revision),
      currentId: (_tenantId, id) => successors.get(id) ?? id,
    },
    emit: (name) => void (changeEvents += name === 'drafts.changed' ? 1 : 0),
    now: () => (time += 1),
  });
});

const key = { tenantId: 'acme', kind: 'note', targetId: 'n1' };
const base = aNote();
const note = aNote;
const save = (state: Note, revision: number | null, from: Note | null = base) =>
  drafts.save({ ...key, state, base: from, revision }).summary;

describe('whether discarding a draft loses something', () => {
  it('is determined when drafts are listed, not when one is read', () => {
    const scratch = { tenantId: 'acme', kind: 'scratch', targetId: 's1' };
    drafts.save({ ...scratch, state: { text: 'saved elsewhere' }, base: null, revision: null });
    expect(drafts.list()).toMatchObject([{ losesNothing: true }]);
    const before = lossChecks;
    expect(drafts.get(scratch)).not.toHaveProperty('losesNothing');
    expect(lossChecks).toBe(before);
  });
});

describe('saving', () => {
  it('increases the revision and sends an event', () => {
    const { revision } = save(note({ title: 'A' }), null);
    expect(save(note({ title: 'B' }), revision)).toMatchObject({ revision: revision + 1, title: 'B' });
    expect(changeEvents).toBe(2);
  });

  it('is rejected from a window that doesn’t know the last save, and loses nothing', () => {
    save(note({ title: 'A' }), null);
    for (const seen of [null, 0, 2]) {
      expect(() => save(note({ title: 'B' }), seen)).toThrow('another window');
    }
    expect(drafts.get(key)?.state).toEqual(note({ title: 'A' }));
  });

  it('creates a new draft after the old one was applied or discarded in another window', () => {
    save(note({ title: 'A' }), null);
    drafts.discard(key);
    expect(save(note({ title: 'B' }), 1)).toMatchObject({ title: 'B' });
    expect(drafts.get(key)?.state).toEqual(note({ title: 'B' }));
  });

  it('reports what is wrong with the typed state, without blaming another version', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const wrong = { ...note(), title: 7 } as unknown as Note;
    expect(() => save(wrong, revision)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('Check title: ') }),
    );
    expect(drafts.get(key)?.state).toEqual(note({ title: 'A' }));
  });

  it('preserves the base, whatever the window sends later', () => {
    const { revision } = save(note({ title: 'A' }), null);
    save(note({ title: 'B' }), revision, note({ body: 'refreshed in the meantime' }));
    expect(drafts.get(key)?.base).toEqual(base);
  });

  it('changes the base if the person resolved a conflict with the tenant version', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const theirs = note({ title: 'Theirs' });
    drafts.save({ ...key, state: note({ title: 'A' }), base: theirs, revision, resolvesBase: true });
    expect(drafts.get(key)?.base).toEqual(theirs);
  });

  it('rejects an unknown kind', () => {
    expect(() => drafts.save({ ...key, kind: 'unknown', state: {}, base: null, revision: null })).toThrow(
      'drafts of the kind “unknown”',
    );
  });
});

describe('a second draft of the same item', () => {
  it('is another draft that no plan of the first one closes, rebases or marks as failed', () => {
    const { revision } = save(note({ title: 'First' }), null);
    const first = { targetId: 'n1', revision };
    expect(drafts.holds(key, first)).toBe(true);
    drafts.discard(key);
    expect(drafts.holds(key, first)).toBe(false);
    save(note({ title: 'Second' }), null);
    expect(drafts.holds(key, first)).toBe(false);
    drafts.closeApplied({ key, ref: first, state: note({ title: 'First' }) });
    expect(drafts.get(key)).toMatchObject({ state: note({ title: 'Second' }), base });
  });

  it('remains the same draft however often it was saved since', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const saved = save(note({ title: 'B' }), revision);
    save(note({ title: 'C' }), saved.revision);
    expect(drafts.holds(key, { targetId: 'n1', revision })).toBe(true);
  });
});

describe('a save that arrives while its draft is applied', () => {
  it('continues from what was applied, under the new ID of its item', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.moveTarget('acme', 'n1', 'n2');
    const moved = { ...key, targetId: 'n2' };
    drafts.closeApplied({ key: moved, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    applied.set(revision, { targetId: 'n2', state: note({ title: 'A' }), kindVersion: 2 });
    expect(drafts.list()).toEqual([]);
    const saved = drafts.save({ ...key, state: note({ title: 'A', body: 'and on' }), base, revision });
    expect(saved).toMatchObject({ summary: { targetId: 'n2' }, base: note({ title: 'A' }) });
    expect(drafts.get(key)).toBeUndefined();
    expect(drafts.get(moved)).toMatchObject({
      state: note({ title: 'A', body: 'and on' }),
      base: note({ title: 'A' }),
    });
  });

  it('finds a draft that had been saved again and has moved', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const second = save(note({ title: 'A', body: 'and' }), revision);
    drafts.moveTarget('acme', 'n1', 'n2');
    const moved = { ...key, targetId: 'n2' };
    drafts.closeApplied({ key: moved, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    save(note({ title: 'A', body: 'and on' }), second.revision);
    expect(drafts.list()).toHaveLength(1);
    expect(drafts.get(moved)).toMatchObject({
      state: note({ title: 'A', body: 'and on' }),
      base: note({ title: 'A' }),
    });
  });

  it('never overwrites another draft of the item', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.discard(key);
    applied.set(revision, { targetId: 'n2', state: note({ title: 'A' }), kindVersion: 2 });
    drafts.save({ ...key, targetId: 'n2', state: note({ title: 'Other' }), base, revision: null });
    expect(() => save(note({ title: 'A and on' }), revision)).toThrow('another window');
    expect(drafts.get({ ...key, targetId: 'n2' })?.state).toEqual(note({ title: 'Other' }));
  });

  it('uses the current ID of the item if it is the first save', () => {
    successors.set('n1', 'n2');
    expect(save(note({ title: 'A' }), null).targetId).toBe('n2');
    successors.set('new:1', 'n3');
    const fresh = { ...key, targetId: 'new:1', state: note({ title: 'B' }), base: null, revision: null };
    expect(drafts.save(fresh).summary.targetId).toBe('new:1');
  });
});

describe('a draft whose change was applied', () => {
  it('is closed', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.closeApplied({ key, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    expect(drafts.list()).toEqual([]);
  });

  it('continues from the tenant version if more was typed in the meantime', () => {
    const { revision } = save(note({ title: 'A' }), null);
    save(note({ title: 'A', body: 'and on' }), revision);
    drafts.closeApplied({ key, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    expect(drafts.get(key)).toMatchObject({
      state: note({ title: 'A', body: 'and on' }),
      base: note({ title: 'A' }),
    });
  });

  it('moves to the new ID of its item', () => {
    save(note({ title: 'A' }), null);
    drafts.moveTarget('acme', 'n1', 'n2');
    expect(drafts.list()).toMatchObject([{ targetId: 'n2', title: 'A' }]);
    expect(drafts.get(key)).toBeUndefined();
  });

  it('stays separate if another draft already exists under the new ID', () => {
    save(note({ title: 'Mine' }), null);
    drafts.save({ ...key, targetId: 'n2', state: note({ title: 'Other' }), base, revision: null });
    drafts.moveTarget('acme', 'n1', 'n2');
    expect(
      drafts
        .list()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Mine', 'Other']);
  });
});

describe('a draft whose change failed', () => {
  it('shows the reason until something else is typed', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.noteError(key, failure('refused-by-tenant', 'That name is taken.').error);
    expect(drafts.list()).toMatchObject([{ error: { message: 'That name is taken.' } }]);
    save(note({ title: 'B' }), revision);
    expect(drafts.list()[0]?.error).toBeUndefined();
  });
});

describe('the person’s own change of an item', () => {
  it('rebases an open draft, and preserves what was typed', () => {
    save(note({ body: 'one\ntwo\nTHREE' }), null);
    const after = note({ title: 'Undone' });
    drafts.followOwnChange('acme', 'note', 'n1', { before: base, after });
    expect(drafts.get(key)).toMatchObject({ base: after, state: { ...after, body: 'one\ntwo\nTHREE' } });
  });

  it.each([
    ['that contradicts the draft', base, note({ title: 'Else' })],
    ['of another state than the base of the draft', note({ body: 'other' }), note({ body: 'new' })],
    ['that deletes it', base, null],
  ])('%s leaves the draft unchanged', (_what, before, after) => {
    save(note({ title: 'Typed' }), null);
    drafts.followOwnChange('acme', 'note', 'n1', { before, after });
    expect(drafts.get(key)).toMatchObject({ base, state: note({ title: 'Typed' }) });
  });
});

describe('a resolved conflict', () => {
  it('gives the draft a new base and counts as a save', () => {
    const { revision } = save(note({ title: 'Mine' }), null);
    const theirs = note({ title: 'Theirs' });
    expect(drafts.rebase(key, note({ title: 'Mine' }), theirs)).toBe(revision + 1);
    expect(drafts.get(key)).toMatchObject({ base: theirs, revision: revision + 1 });
    expect(() => save(note({ title: 'Stale window' }), revision)).toThrow('another window');
  });
});

describe('a discarded draft', () => {
  it('is restored completely, the newest first, and never over a newer one', () => {
    save(note({ title: 'First' }), null);
    drafts.discard(key);
    save(note({ title: 'Second' }), null);
    expect(() => drafts.restore(key)).toThrow('newer draft');
    drafts.discard(key);
    drafts.restore(key);
    expect(drafts.get(key)).toMatchObject({ state: note({ title: 'Second' }), base });
    drafts.discard(key);
    expect(() => drafts.restore({ ...key, targetId: 'never' })).toThrow('no discarded draft');
  });
});

describe('a draft of another version', () => {
  it('is converted to the current format if it is older', () => {
    save(note({ title: 'A' }), null);
    database.exec(`UPDATE drafts SET kind_version = 1, state = '{"body":"old"}', base = NULL`);
    expect(drafts.get(key)).toMatchObject({ state: { title: '', owner: '', body: 'old' }, base: null });
  });

  it.each([
    ['kind_version = 3'],
    [`state = '{"body":"no title"}'`],
    [`state = '{'`],
    [`base = '[]'`],
    [`kind = 'of-tomorrow'`],
  ])('that can’t be read (%s) is listed with the reason, and can be exported and removed', (change) => {
    save(note({ title: 'Good' }), null);
    drafts.save({ ...key, targetId: 'bad', state: note({ title: 'Bad' }), base, revision: null });
    database.exec(`UPDATE drafts SET ${change}, revision = 7 WHERE target_id = 'bad'`);
    const bad = drafts.list().find(({ targetId }) => targetId === 'bad');
    expect(bad).toMatchObject({ title: 'Bad', unreadable: expect.any(String) });
    expect(drafts.list().find(({ targetId }) => targetId === 'n1')?.unreadable).toBeUndefined();
    const badKey = { tenantId: 'acme', kind: bad?.kind ?? '', targetId: 'bad' };
    expect(drafts.raw(badKey)).toMatchObject({ title: 'Bad' });
    drafts.discard(badKey);
    expect(drafts.list()).toMatchObject([{ targetId: 'n1' }]);
  });

  it('is not changed by the person’s own change of its item', () => {
    save(note({ title: 'A' }), null);
    database.exec(`UPDATE drafts SET kind_version = 3, revision = 9`);
    drafts.followOwnChange('acme', 'note', 'n1', { before: base, after: note({ title: 'B' }) });
    expect(drafts.raw(key)?.kindVersion).toBe(3);
  });
});
