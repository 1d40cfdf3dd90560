import { describe, expect, it } from 'vitest';
import { aTenantProfile } from '../../../test/builders/a-change-service.ts';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import type { ChangeContext } from '../kind/change-kind.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import { registerKind } from '../kind/registered-kind.ts';
import type { StoredItem } from '../plan/plan-record.ts';
import { freshBasis } from './fresh-basis.ts';

/** What each read of the tenant answers, the last one for ever. */
type Reads = readonly [Note | undefined, ...(Note | undefined)[]];

function kindReading(answers: Reads) {
  let reads = 0;
  const kind = aNoteKind(new Map(), {
    read: (targetId, context) =>
      context.reads.once(targetId, async () => {
        reads += 1;
        return answers[Math.min(reads, answers.length) - 1];
      }),
    describe: async () => ({ warnings: ['described anew'], steps: [] }),
  });
  return { kind: registerKind(kind), count: () => reads };
}

const context = (): ChangeContext => ({
  tenant: aTenantProfile(),
  call: { signal: new AbortController().signal, requestId: 'spec' },
  reads: createFreshReads(),
  pauses: [],
});

const before = aNote({ title: 'Before' });
const after = aNote({ title: 'After' });
const item = (changes: Partial<StoredItem> = {}): StoredItem => ({
  sequence: 1,
  id: 'i',
  planId: 'p',
  state: 'pending',
  kind: 'note',
  kindVersion: 1,
  verb: 'update',
  targetId: 'n',
  plannedTargetId: 'n',
  targetName: 'Before',
  title: 'Change note',
  summary: '',
  groupId: 'g',
  typeName: '',
  decision: null,
  base: before,
  wanted: after,
  before,
  after,
  notes: null,
  outcome: undefined,
  words: { basis: 'compared', warnings: [], steps: [] },
  draft: null,
  undoes: null,
  revives: null,
  error: undefined,
  settledAt: null,
  undoneBy: null,
  ...changes,
});
const basis = (answers: Reads, changes?: Partial<StoredItem>) =>
  freshBasis(kindReading(answers).kind, item(changes), context());

describe('an edit that was reviewed', () => {
  it('is sent as it was reviewed while the tenant has what was reviewed', async () => {
    expect(await basis([before])).toMatchObject({ state: 'ready', before, after });
  });

  it('keeps what others changed in other parts', async () => {
    const live = { ...before, owner: 'Grace' };
    expect(await basis([live])).toMatchObject({
      state: 'ready',
      before: live,
      after: { title: 'After', owner: 'Grace' },
    });
  });

  it('is outdated when others changed a part that it changes', async () => {
    expect(await basis([{ ...before, title: 'Theirs' }])).toMatchObject({
      state: 'outdated',
      what: expect.stringMatching(/title/i),
    });
  });

  it('is outdated when the thing is gone', async () => {
    expect(await basis([undefined])).toMatchObject({ state: 'outdated' });
  });

  it('is done when somebody else made it, which is believed after a read of its own only', async () => {
    const reading = kindReading([after, before]);
    const known = context();
    expect(await freshBasis(reading.kind, item(), known)).toMatchObject({ state: 'ready', before });
    expect(reading.count()).toBe(2);
    expect(await basis([after])).toEqual({ state: 'done' });
  });
});

describe('a delete that was reviewed', () => {
  const deletes = { verb: 'delete', wanted: null, after: null } as const;

  it('is sent while the thing is as it was reviewed', async () => {
    expect(await basis([before], deletes)).toMatchObject({ state: 'ready', before, after: null });
  });

  it('is outdated when anything of the thing changed', async () => {
    expect(await basis([{ ...before, owner: 'Grace' }], deletes)).toMatchObject({
      state: 'outdated',
      what: expect.stringMatching(/owner/i),
    });
  });

  it('is done when the thing is gone, and not when one list was stale', async () => {
    expect(await basis([undefined], deletes)).toEqual({ state: 'done' });
    expect(await basis([undefined, before], deletes)).toMatchObject({ state: 'ready' });
  });
});

describe('a change that nobody reviewed item by item', () => {
  const takesBack = { before: null, after: null, base: after, wanted: before } as const;

  it('is put on top of what others changed, and described as it is then', async () => {
    expect(await basis([{ ...after, owner: 'Grace' }], takesBack)).toMatchObject({
      state: 'ready',
      after: { title: 'Before', owner: 'Grace' },
      words: { warnings: ['described anew'] },
    });
  });

  it('is outdated where others changed the same', async () => {
    expect(await basis([{ ...after, title: 'Theirs' }], takesBack)).toMatchObject({ state: 'outdated' });
  });
});

describe('a new thing', () => {
  it('needs no read', async () => {
    const reading = kindReading([before]);
    const creates = { verb: 'create', targetId: '', before: null } as const;
    expect(await freshBasis(reading.kind, item(creates), context())).toMatchObject({
      state: 'ready',
      before: null,
      after,
    });
    expect(reading.count()).toBe(0);
  });
});
