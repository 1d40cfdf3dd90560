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

/** Plans it, and answers how to settle its one item. */
async function conflictOf(request: ChangeRequest) {
  const { id } = await desk.changes.plan('acme', request, callContext());
  const itemOf = () => {
    const [itemId = ''] = desk.store.itemIds(id);
    return desk.changes.item(id, itemId);
  };
  return {
    item: itemOf,
    settle: (choices: Choices) => desk.changes.settle(id, itemOf().id, choices, callContext()),
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
  ] as const)('becomes what is chosen for it: %j', async (choices, expected) => {
    const { settle, item, apply } = await conflict();
    expect(item()).toMatchObject({ decision: 'merge', state: 'pending' });
    expect(await settle(choices)).toMatchObject({ undecided: 0, changing: 1 });
    await apply();
    expect(notes.get('n1')).toEqual({ ...theirs, ...expected });
  });

  it('is no change any longer when theirs is taken of all', async () => {
    const { settle } = await conflict();
    expect(await settle({ title: { take: 'theirs' }, body: { take: 'theirs' } })).toMatchObject({
      changing: 0,
      counts: { unchanged: 1 },
    });
  });

  it('needs a choice for each, and no markers left', async () => {
    const { settle } = await conflict();
    await expect(settle({ title: { take: 'mine' } })).rejects.toThrow('choose a version');
    await expect(settle({ title: { take: 'mine' }, body: { take: 'merged' } })).rejects.toThrow('markers');
  });

  it('asks again when somebody changed it once more meanwhile', async () => {
    const { settle, item } = await conflict();
    notes.set('n1', { ...theirs, title: 'Newer' });
    expect(await settle({ title: { take: 'mine' }, body: { take: 'mine' } })).toMatchObject({ undecided: 1 });
    expect(item().parts.find(({ name }) => name === 'title')?.conflict).toMatchObject({
      base: 'Theirs',
      theirs: 'Newer',
      mine: 'Mine',
    });
  });

  it('leaves the draft with what the tenant has as its base, so that nothing is asked twice', async () => {
    const key = { tenantId: 'acme', kind: 'note', targetId: 'n1' };
    const { revision } = desk.drafts.save({ ...key, state: mine, base, revision: null }).summary;
    notes.set('n1', theirs);
    const { settle, apply } = await conflictOf(fromDrafts(key));
    await settle({ title: { take: 'mine' }, body: { take: 'mine' } });
    expect(desk.drafts.get(key)).toMatchObject({
      base: theirs,
      state: { ...mine, owner: 'Grace' },
      revision: revision + 1,
    });
    await apply();
    expect(desk.drafts.list()).toEqual([]);
  });
});

describe('a thing that was edited and is to be deleted', () => {
  const conflict = async () => {
    notes.set('n1', aNote({ owner: 'Grace' }));
    return await conflictOf(remove('note', 'n1', base));
  };

  it('goes when the person says so', async () => {
    const { settle, item, apply } = await conflict();
    expect(item().decision).toBe('changed-before-delete');
    expect(await settle({ item: { take: 'mine' } })).toMatchObject({ undecided: 0, isDestructive: true });
    await apply();
    expect(notes.has('n1')).toBe(false);
  });

  it('stays when the person takes what the tenant has', async () => {
    const { settle } = await conflict();
    expect(await settle({ item: { take: 'theirs' } })).toMatchObject({ undecided: 0, changing: 0 });
  });

  it.each([{}, { item: { take: 'merged' } }, { item: { text: 'x' } }] as const)(
    'is asked about until there is an answer, which %j is none',
    async (choices) => {
      const { settle } = await conflict();
      await expect(settle(choices)).rejects.toThrow('Choose your version');
    },
  );
});

describe('a thing that is gone and was edited', () => {
  const conflict = async () => {
    notes.delete('n1');
    return await conflictOf(change('note', 'n1', base, aNote({ title: 'Mine' })));
  };

  it('is made anew when the person wants theirs', async () => {
    const { settle, item, apply } = await conflict();
    expect(item()).toMatchObject({ decision: 'gone', verb: 'create' });
    await settle({ item: { take: 'mine' } });
    await apply();
    expect([...notes.values()]).toEqual([aNote({ title: 'Mine' })]);
  });

  it('stays gone when the person takes that', async () => {
    const { settle, apply } = await conflict();
    expect(await settle({ item: { take: 'theirs' } })).toMatchObject({ undecided: 0, changing: 0 });
    await apply();
    expect(notes.size).toBe(0);
  });
});

describe('a change with no conflict to resolve', () => {
  it('is not settled', async () => {
    const { settle } = await conflictOf(change('note', 'n1', base, aNote({ title: 'Mine' })));
    await expect(settle({ title: { take: 'mine' } })).rejects.toThrow('no conflict to resolve');
  });
});
