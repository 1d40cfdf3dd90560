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
    askedOfLoss += 1;
    return () => true;
  },
});

let database: DatabaseSync;
let drafts: DraftService;
let told: number;
/** How often it was asked what would be lost with scratches. */
let askedOfLoss: number;
/** What became of saves, by their revision, and of things. */
const applied = new Map<number, AppliedDraft>();
const successors = new Map<string, string>();

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of draftSchemaSteps.steps) database.exec(step);
  told = 0;
  askedOfLoss = 0;
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
    emit: (name) => void (told += name === 'drafts.changed' ? 1 : 0),
    now: () => (time += 1),
  });
});

const key = { tenantId: 'acme', kind: 'note', targetId: 'n1' };
const base = aNote();
const note = aNote;
const save = (state: Note, revision: number | null, from: Note | null = base) =>
  drafts.save({ ...key, state, base: from, revision }).summary;

describe('what would be lost with a draft', () => {
  it('is asked where drafts are listed, not where one is read', () => {
    const scratch = { tenantId: 'acme', kind: 'scratch', targetId: 's1' };
    drafts.save({ ...scratch, state: { text: 'kept elsewhere' }, base: null, revision: null });
    expect(drafts.list()).toMatchObject([{ losesNothing: true }]);
    const before = askedOfLoss;
    expect(drafts.get(scratch)).not.toHaveProperty('losesNothing');
    expect(askedOfLoss).toBe(before);
  });
});

describe('saving', () => {
  it('counts, and is told of', () => {
    const { revision } = save(note({ title: 'A' }), null);
    expect(save(note({ title: 'B' }), revision)).toMatchObject({ revision: revision + 1, title: 'B' });
    expect(told).toBe(2);
  });

  it('is refused to a window that has not seen the last save, and loses nothing', () => {
    save(note({ title: 'A' }), null);
    for (const seen of [null, 0, 2]) {
      expect(() => save(note({ title: 'B' }), seen)).toThrow('another window');
    }
    expect(drafts.get(key)?.state).toEqual(note({ title: 'A' }));
  });

  it('goes on after the draft was applied or discarded elsewhere, as a new one', () => {
    save(note({ title: 'A' }), null);
    drafts.discard(key);
    expect(save(note({ title: 'B' }), 1)).toMatchObject({ title: 'B' });
    expect(drafts.get(key)?.state).toEqual(note({ title: 'B' }));
  });

  it('says what is wrong with what was typed, and blames no other version for it', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const wrong = { ...note(), title: 7 } as unknown as Note;
    expect(() => save(wrong, revision)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('Check title: ') }),
    );
    expect(drafts.get(key)?.state).toEqual(note({ title: 'A' }));
  });

  it('keeps what the person began with, whatever the window says later', () => {
    const { revision } = save(note({ title: 'A' }), null);
    save(note({ title: 'B' }), revision, note({ body: 'read again meanwhile' }));
    expect(drafts.get(key)?.base).toEqual(base);
  });

  it('begins with what the person settled on, when they looked at what the tenant has by now', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const theirs = note({ title: 'Theirs' });
    drafts.save({ ...key, state: note({ title: 'A' }), base: theirs, revision, settlesBase: true });
    expect(drafts.get(key)?.base).toEqual(theirs);
  });

  it('refuses a kind that it does not know', () => {
    expect(() => drafts.save({ ...key, kind: 'unknown', state: {}, base: null, revision: null })).toThrow(
      'drafts of the kind “unknown”',
    );
  });
});

describe('a draft of a thing of which there was one before', () => {
  it('is another one, which no plan of the first closes, moves on or blames', () => {
    const { revision } = save(note({ title: 'First' }), null);
    const first = { targetId: 'n1', revision };
    expect(drafts.holds(key, first)).toBe(true);
    drafts.discard(key);
    expect(drafts.holds(key, first)).toBe(false);
    save(note({ title: 'Second' }), null);
    expect(drafts.holds(key, first)).toBe(false);
    drafts.settle({ key, ref: first, state: note({ title: 'First' }) });
    expect(drafts.get(key)).toMatchObject({ state: note({ title: 'Second' }), base });
  });

  it('is the same one however often it was saved since', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const saved = save(note({ title: 'B' }), revision);
    save(note({ title: 'C' }), saved.revision);
    expect(drafts.holds(key, { targetId: 'n1', revision })).toBe(true);
  });
});

describe('a save that crosses the application of its draft', () => {
  it('goes on from what was applied, under the identifier that its thing has got', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.moveTarget('acme', 'n1', 'n2');
    const moved = { ...key, targetId: 'n2' };
    drafts.settle({ key: moved, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
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

  it('that had more saved in it by then finds it where it has moved', () => {
    const { revision } = save(note({ title: 'A' }), null);
    const second = save(note({ title: 'A', body: 'and' }), revision);
    drafts.moveTarget('acme', 'n1', 'n2');
    const moved = { ...key, targetId: 'n2' };
    drafts.settle({ key: moved, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    save(note({ title: 'A', body: 'and on' }), second.revision);
    expect(drafts.list()).toHaveLength(1);
    expect(drafts.get(moved)).toMatchObject({
      state: note({ title: 'A', body: 'and on' }),
      base: note({ title: 'A' }),
    });
  });

  it('is never written over another draft of the thing', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.discard(key);
    applied.set(revision, { targetId: 'n2', state: note({ title: 'A' }), kindVersion: 2 });
    drafts.save({ ...key, targetId: 'n2', state: note({ title: 'Other' }), base, revision: null });
    expect(() => save(note({ title: 'A and on' }), revision)).toThrow('another window');
    expect(drafts.get({ ...key, targetId: 'n2' })?.state).toEqual(note({ title: 'Other' }));
  });

  it('of which it is the first one aims at the thing as it is known now', () => {
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
    drafts.settle({ key, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    expect(drafts.list()).toEqual([]);
  });

  it('of which more was typed meanwhile goes on from what the tenant has now', () => {
    const { revision } = save(note({ title: 'A' }), null);
    save(note({ title: 'A', body: 'and on' }), revision);
    drafts.settle({ key, ref: { targetId: 'n1', revision }, state: note({ title: 'A' }) });
    expect(drafts.get(key)).toMatchObject({
      state: note({ title: 'A', body: 'and on' }),
      base: note({ title: 'A' }),
    });
  });

  it('goes on under the identifier that its thing has got', () => {
    save(note({ title: 'A' }), null);
    drafts.moveTarget('acme', 'n1', 'n2');
    expect(drafts.list()).toMatchObject([{ targetId: 'n2', title: 'A' }]);
    expect(drafts.get(key)).toBeUndefined();
  });

  it('keeps its own text where another one is there under the new identifier already', () => {
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
  it('has the reason until something else is typed', () => {
    const { revision } = save(note({ title: 'A' }), null);
    drafts.noteError(key, failure('refused-by-tenant', 'That name is taken.').error);
    expect(drafts.list()).toMatchObject([{ error: { message: 'That name is taken.' } }]);
    save(note({ title: 'B' }), revision);
    expect(drafts.list()[0]?.error).toBeUndefined();
  });
});

describe('the person’s own change of a thing', () => {
  it('moves the base of an open draft along, and keeps what was typed', () => {
    save(note({ body: 'one\ntwo\nTHREE' }), null);
    const after = note({ title: 'Undone' });
    drafts.followOwnChange('acme', 'note', 'n1', { before: base, after });
    expect(drafts.get(key)).toMatchObject({ base: after, state: { ...after, body: 'one\ntwo\nTHREE' } });
  });

  it.each([
    ['that contradicts what was typed', base, note({ title: 'Else' })],
    ['of another state than the draft began with', note({ body: 'other' }), note({ body: 'new' })],
    ['that deletes it', base, null],
  ])('%s leaves the draft as it is', (_what, before, after) => {
    save(note({ title: 'Typed' }), null);
    drafts.followOwnChange('acme', 'note', 'n1', { before, after });
    expect(drafts.get(key)).toMatchObject({ base, state: note({ title: 'Typed' }) });
  });
});

describe('a settled conflict', () => {
  it('gives the draft a new base and counts as a save', () => {
    const { revision } = save(note({ title: 'Mine' }), null);
    const theirs = note({ title: 'Theirs' });
    expect(drafts.rebase(key, note({ title: 'Mine' }), theirs)).toBe(revision + 1);
    expect(drafts.get(key)).toMatchObject({ base: theirs, revision: revision + 1 });
    expect(() => save(note({ title: 'Stale window' }), revision)).toThrow('another window');
  });
});

describe('a discarded draft', () => {
  it('comes back whole, the newest first, and never over a newer one', () => {
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
  it('that is older is opened in today’s shape', () => {
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
  ])('that cannot be read (%s) is listed with the reason, can be exported and removed', (change) => {
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

  it('is left alone by the person’s own change of its thing', () => {
    save(note({ title: 'A' }), null);
    database.exec(`UPDATE drafts SET kind_version = 3, revision = 9`);
    drafts.followOwnChange('acme', 'note', 'n1', { before: base, after: note({ title: 'B' }) });
    expect(drafts.raw(key)?.kindVersion).toBe(3);
  });
});
