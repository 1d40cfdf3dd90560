import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import { set } from '../kind/part.ts';
import { registerKind } from '../kind/registered-kind.ts';
import type { StoredItem } from '../record/plan-record.ts';
import { freshBasis } from './fresh-basis.ts';

/** The results of successive reads of the tenant; the last one repeats. */
type Reads = readonly [Note | undefined, ...(Note | undefined)[]];

function kindReading(results: Reads) {
  let reads = 0;
  const kind = aNoteKind(new Map(), {
    read: (targetId, context) =>
      context.reads.once(targetId, async () => {
        reads += 1;
        return results[Math.min(reads, results.length) - 1];
      }),
    describe: async () => ({ warnings: ['described again'], steps: [] }),
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
  details: { basis: 'compared', warnings: [], steps: [] },
  draft: null,
  undoes: null,
  revives: null,
  error: undefined,
  resolvedAt: null,
  undoneBy: null,
  arrivals: [],
  ...changes,
});
const basis = (results: Reads, changes?: Partial<StoredItem>) =>
  freshBasis(kindReading(results).kind, item(changes), context());

describe('a reviewed edit', () => {
  it('is sent as reviewed while the tenant is as reviewed', async () => {
    expect(await basis([before])).toMatchObject({ state: 'ready', before, after });
  });

  it('preserves changes by others to other parts', async () => {
    const live = { ...before, owner: 'Grace' };
    expect(await basis([live])).toMatchObject({
      state: 'ready',
      before: live,
      after: { title: 'After', owner: 'Grace' },
    });
  });

  it('is outdated if a change by others would make it send a credential to a host that no one reviewed', async () => {
    const sent = (host: string) => ({
      ...{ host, isKnown: true, credentials: ['X-Key'], newCredentials: ['X-Key'], count: 1 },
    });
    const live = { ...before, owner: 'https://collector.example' };
    const kind = registerKind(
      aNoteKind(new Map(), {
        read: async () => live,
        describe: async (edit) => ({ warnings: [], steps: [], sends: [sent(edit.after?.owner ?? '')] }),
      }),
    );
    const reviewed = (...hosts: string[]) =>
      item({ details: { basis: 'compared', warnings: [], steps: [], sends: hosts.map(sent) } });
    expect(await freshBasis(kind, reviewed('https://hooks.example'), context())).toEqual({
      state: 'outdated',
      what: 'After a change by someone else it would send X-Key to https://collector.example.',
    });
    expect(await freshBasis(kind, reviewed('https://collector.example'), context())).toMatchObject({
      state: 'ready',
      after: { owner: 'https://collector.example' },
    });
  });

  it('is outdated if others changed a part that it changes', async () => {
    expect(await basis([{ ...before, title: 'Theirs' }])).toMatchObject({
      state: 'outdated',
      what: expect.stringMatching(/title/i),
    });
  });

  it('is outdated if the item is gone', async () => {
    expect(await basis([undefined])).toMatchObject({ state: 'outdated' });
  });

  it('is done if someone else made the same change, but only after a separate read shows it', async () => {
    const reading = kindReading([after, before]);
    const known = context();
    expect(await freshBasis(reading.kind, item(), known)).toMatchObject({ state: 'ready', before });
    expect(reading.count()).toBe(2);
    expect(await basis([after])).toEqual({ state: 'done' });
  });
});

interface Names {
  readonly names: readonly string[];
}

describe('a list that is merged when it is sent', () => {
  const warns = 'The list is empty.';
  const kind = registerKind<Names, undefined, { targetId: string }>({
    name: 'names',
    version: 1,
    noun: { one: 'list of names', many: 'lists of names' },
    state: z.object({ names: z.array(z.string()).readonly() }),
    notes: z.undefined(),
    outcome: z.object({ targetId: z.string() }),
    isMergedWhenSent: true,
    parts: [set<Names>('names', 'Names')],
    nameOf: () => 'Names',
    read: async () => ({ names: live }),
    describe: async ({ after }) => ({
      warnings: after?.names.length === 0 ? [warns] : [],
      steps: [{ words: `Send ${after?.names.length ?? 0}` }],
    }),
    begin: async () => undefined,
    apply: async () => undefined,
    observe: async () => ({ state: 'as-before' }),
  });
  let live: readonly string[] = [];
  const mergedOn = (now: readonly string[], change: Partial<StoredItem>) => {
    live = now;
    return freshBasis(kind, item({ kind: 'names', ...change }), context());
  };
  const edit = (before: readonly string[], after: readonly string[], warnings: string[] = []) => {
    const sides = { before: { names: before }, after: { names: after } };
    const details = { basis: 'compared' as const, warnings, steps: [] };
    return { ...sides, base: sides.before, wanted: sides.after, details };
  };

  it('includes what others added, excludes what they removed, and reports both', async () => {
    const change = edit(['a', 'b', 'c'], ['a', 'b', 'mine']);
    expect(await mergedOn(['a', 'c', 'theirs'], change)).toMatchObject({
      state: 'ready',
      before: { names: ['a', 'c', 'theirs'] },
      after: { names: ['a', 'theirs', 'mine'] },
      details: {
        steps: [{ words: 'Send 3' }],
        merged: [
          'Also included: theirs, added by someone else.',
          'Also removed: b, removed by someone else.',
        ],
      },
    });
  });

  it('is sent as reviewed if no one changed it, and not at all if others made the same change', async () => {
    const change = edit(['a', 'b'], ['b', 'mine']);
    const untouched = await mergedOn(['a', 'b'], change);
    expect(untouched).toMatchObject({ state: 'ready', after: { names: ['b', 'mine'] } });
    expect(untouched).not.toHaveProperty('details.merged');
    expect(await mergedOn(['mine', 'b'], change)).toEqual({ state: 'done' });
  });

  it('is outdated if the merged change has a warning that the review didn’t show', async () => {
    const change = edit(['a', 'b'], ['b']);
    expect(await mergedOn(['a'], change)).toEqual({
      state: 'outdated',
      what: `Also removed: b, removed by someone else. ${warns}`,
    });
    const warned = edit(['a'], [], [warns]);
    expect(await mergedOn(['a', 'theirs'], warned)).toMatchObject({
      state: 'ready',
      after: { names: ['theirs'] },
    });
  });

  it('undoes one’s own change, even if that leaves nothing', async () => {
    const undoes = {
      ...edit(['a', 'mine'], ['a']),
      before: null,
      after: null,
      details: { basis: 'fresh' as const, warnings: [], steps: [] },
    };
    expect(await mergedOn(['mine'], undoes)).toMatchObject({ state: 'ready', after: { names: [] } });
  });
});

describe('a reviewed delete', () => {
  const deletes = { verb: 'delete', wanted: null, after: null } as const;

  it('is sent while the item is as reviewed', async () => {
    expect(await basis([before], deletes)).toMatchObject({ state: 'ready', before, after: null });
  });

  it('is outdated if anything in the item changed', async () => {
    expect(await basis([{ ...before, owner: 'Grace' }], deletes)).toMatchObject({
      state: 'outdated',
      what: expect.stringMatching(/owner/i),
    });
  });

  it('is done if the item is gone, and not if only one list was stale', async () => {
    expect(await basis([undefined], deletes)).toEqual({ state: 'done' });
    expect(await basis([undefined, before], deletes)).toMatchObject({ state: 'ready' });
  });
});

describe('a change that no one reviewed item by item', () => {
  const undoes = { before: null, after: null, base: after, wanted: before } as const;

  it('is merged with changes by others, and described again', async () => {
    expect(await basis([{ ...after, owner: 'Grace' }], undoes)).toMatchObject({
      state: 'ready',
      after: { title: 'Before', owner: 'Grace' },
      details: { warnings: ['described again'] },
    });
  });

  it('is outdated if others changed the same part', async () => {
    expect(await basis([{ ...after, title: 'Theirs' }], undoes)).toMatchObject({ state: 'outdated' });
  });
});

describe('a new item', () => {
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
