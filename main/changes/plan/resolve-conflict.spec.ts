import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import type { TestChanges } from '../../../test/builders/a-change-service.ts';
import { aChangeService } from '../../../test/builders/a-change-service.ts';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { change, fromDrafts, remove } from '../../../test/builders/requests.ts';
import { callContext } from '../../../test/integration/desk-foundation.ts';
import { registerKind } from '../kind/registered-kind.ts';
import type { Choices } from './resolve-conflict.ts';

const base = aNote();
let notes: Map<string, Note>;
let desk: TestChanges;

beforeEach(() => {
  notes = new Map([['n1', base]]);
  desk = aChangeService({ kinds: [registerKind(aNoteKind(notes))] });
});

/** Plans a request, and returns functions for its only item. */
async function conflictOf(request: ChangeRequest) {
  const { id } = await desk.changes.plan('acme', request, callContext());
  const itemOf = () => {
    const [itemId = ''] = desk.store.itemIds(id);
    return desk.changes.item(id, itemId);
  };
  return {
    item: itemOf,
    resolve: (choices: Choices) => desk.changes.resolve(id, itemOf().id, choices, callContext()),
    tryOut: (choices: readonly Choices[]) => desk.changes.tryChoices(id, itemOf().id, choices, callContext()),
    apply: () => desk.changes.apply(id, {}, callContext()),
  };
}

describe('a part that both sides changed', () => {
  const mine = aNote({ title: 'Mine', body: 'MINE\ntwo\nthree' });
  const theirs = aNote({ title: 'Theirs', owner: 'Grace', body: 'THEIRS\ntwo\nthree' });
  const conflict = async () => {
    notes.set('n1', theirs);
    return await conflictOf(change('note', 'n1', base, mine));
  };

  it.each([
    [
      { title: { take: 'mine' }, body: { take: 'theirs' } },
      { title: 'Mine', body: theirs.body },
    ],
    [
      { title: { take: 'theirs' }, body: { text: 'by hand' } },
      { title: 'Theirs', body: 'by hand' },
    ],
  ] as const)('is resolved with the chosen version: %j', async (choices, expected) => {
    const { resolve, item, apply } = await conflict();
    expect(item()).toMatchObject({ decision: 'merge', state: 'pending' });
    expect(await resolve(choices)).toMatchObject({ undecided: 0, changing: 1 });
    await apply();
    expect(notes.get('n1')).toEqual({ ...theirs, ...expected });
  });

  it('is no change anymore if the tenant version is chosen for all', async () => {
    const { resolve } = await conflict();
    expect(await resolve({ title: { take: 'theirs' }, body: { take: 'theirs' } })).toMatchObject({
      changing: 0,
      counts: { unchanged: 1 },
    });
  });

  it('needs a choice for each, without conflict markers', async () => {
    const { resolve } = await conflict();
    await expect(resolve({ title: { take: 'mine' } })).rejects.toThrow('choose a version');
    await expect(resolve({ title: { take: 'mine' }, body: { take: 'merged' } })).rejects.toThrow('markers');
  });

  it('is a conflict again if someone changed it once more in the meantime', async () => {
    const { resolve, item } = await conflict();
    notes.set('n1', { ...theirs, title: 'Newer' });
    expect(await resolve({ title: { take: 'mine' }, body: { take: 'mine' } })).toMatchObject({
      undecided: 1,
    });
    expect(item().parts.find(({ name }) => name === 'title')?.conflict).toMatchObject({
      base: 'Theirs',
      theirs: 'Newer',
      mine: 'Mine',
    });
  });

  it('is tried out without changing anything: what each choice would cause', async () => {
    const seen: unknown[] = [];
    desk = aChangeService({
      kinds: [
        registerKind(
          aNoteKind(notes, {
            describe: async ({ after }) => {
              seen.push(after);
              const risks = after?.title === 'Mine' ? [{ words: 'A risk.', although: 'a risk' }] : [];
              return { warnings: [], steps: [], risks };
            },
            preview: ({ after }) => [
              { label: 'Preview', columns: [], rows: [[after?.body ?? '']], note: '' },
            ],
          }),
        ),
      ],
    });
    const { item, tryOut } = await conflict();
    seen.length = 0;
    const tried = await tryOut([
      { title: { take: 'mine' }, body: { text: 'by hand' } },
      { title: { take: 'theirs' }, body: { take: 'theirs' } },
    ]);
    expect(tried.map(({ risks, findings }) => [risks.length, findings[0]?.rows])).toEqual([
      [1, [['by hand']]],
      [0, [[theirs.body]]],
    ]);
    expect(seen).toEqual([
      { ...theirs, title: 'Mine', body: 'by hand' },
      { ...theirs, title: 'Theirs' },
    ]);
    expect(item().decision).toBe('merge');
    expect(notes.get('n1')).toEqual(theirs);
  });

  it('makes the tenant version the base of the draft, so that it isn’t a conflict again', async () => {
    const key = { tenantId: 'acme', kind: 'note', targetId: 'n1' };
    const { revision } = desk.drafts.save({ ...key, state: mine, base, revision: null }).summary;
    notes.set('n1', theirs);
    const { resolve, apply } = await conflictOf(fromDrafts(key));
    await resolve({ title: { take: 'mine' }, body: { take: 'mine' } });
    expect(desk.drafts.get(key)).toMatchObject({
      base: theirs,
      state: { ...mine, owner: 'Grace' },
      revision: revision + 1,
    });
    await apply();
    expect(desk.drafts.list()).toEqual([]);
  });
});

describe('an item that was edited by someone else and is deleted here', () => {
  const conflict = async () => {
    notes.set('n1', aNote({ owner: 'Grace' }));
    return await conflictOf(remove('note', 'n1', base));
  };

  it('is deleted if the person confirms it', async () => {
    const { resolve, item, apply } = await conflict();
    expect(item().decision).toBe('changed-before-delete');
    expect(await resolve({ item: { take: 'mine' } })).toMatchObject({ undecided: 0, isDestructive: true });
    await apply();
    expect(notes.has('n1')).toBe(false);
  });

  it('stays if the person chooses the tenant version', async () => {
    const { resolve } = await conflict();
    expect(await resolve({ item: { take: 'theirs' } })).toMatchObject({ undecided: 0, changing: 0 });
  });

  it.each([{}, { item: { take: 'merged' } }, { item: { text: 'x' } }] as const)(
    'needs a choice, which %j is not',
    async (choices) => {
      const { resolve } = await conflict();
      await expect(resolve(choices)).rejects.toThrow('Choose your version');
    },
  );
});

describe('an item that was edited here and deleted by someone else', () => {
  const conflict = async () => {
    notes.delete('n1');
    return await conflictOf(change('note', 'n1', base, aNote({ title: 'Mine' })));
  };

  it('is created again if the person chooses their version', async () => {
    const { resolve, item, apply } = await conflict();
    expect(item()).toMatchObject({ decision: 'gone', verb: 'create' });
    await resolve({ item: { take: 'mine' } });
    await apply();
    expect([...notes.values()]).toEqual([aNote({ title: 'Mine' })]);
  });

  it('stays deleted if the person chooses the tenant version', async () => {
    const { resolve, apply } = await conflict();
    expect(await resolve({ item: { take: 'theirs' } })).toMatchObject({ undecided: 0, changing: 0 });
    await apply();
    expect(notes.size).toBe(0);
  });
});

describe('a change with no conflict to resolve', () => {
  it('can’t be resolved', async () => {
    const { resolve } = await conflictOf(change('note', 'n1', base, aNote({ title: 'Mine' })));
    await expect(resolve({ title: { take: 'mine' } })).rejects.toThrow('no conflict to resolve');
  });
});
