import { describe, expect, it } from 'vitest';
import type { Comparing, ComparedItemKind, LiveItem, OwnChange, SeenItem } from './compare-seen.ts';
import { compareSeen } from './compare-seen.ts';

interface Note {
  readonly title: string;
  readonly text: string;
}

const members = ['title', 'text'] as const;
const note = (state: unknown): Note => state as Note;
const differing = (one: unknown, other: unknown) =>
  members.filter((member) => note(one)[member] !== note(other)[member]);
const kind: ComparedItemKind = {
  isSame: (one, other) => differing(one, other).length === 0,
  summarize: (before, after) => differing(before, after).join(', '),
  merge: ({ base, theirs, mine }) => ({
    merged: Object.fromEntries(
      members.map((member) => [
        member,
        note(base)[member] === note(mine)[member] ? note(theirs)[member] : note(mine)[member],
      ]),
    ),
    conflicts: new Map(),
  }),
  compared: { isOfBoth: false, isAbsent: () => false, withUnreadableOf: (_before, after) => after },
};

const a = { title: 'A', text: 'one' };
const seen = (targetId: string, state: Note | undefined, name = targetId): SeenItem => ({
  ...{ targetId, name, about: '', state, seenAt: 10 },
  ...{ keyId: '', isUnreadable: false },
});
const live = (targetId: string, state: Note | undefined, name = targetId): LiveItem => ({
  ...{ targetId, name, about: '', state, keyId: '' },
});
const own = (targetId: string, change: Partial<OwnChange>): OwnChange => ({
  ...{ verb: 'update', fromId: targetId, targetId, before: a, after: a, at: 20, ...change },
});

function compare(changes: Partial<Comparing>) {
  const { differences, ...rest } = compareSeen({
    ...{ kind, seen: [], live: [], own: [] },
    ...{ currentId: (id: string) => id, isNamed: () => false },
    ...changes,
  });
  return {
    ...rest,
    reported: differences.map(({ targetId, difference, summary }) => [targetId, difference, summary]),
  };
}

describe('items that differ from what was seen', () => {
  it('are changed, added and removed ones', () => {
    const { reported } = compare({
      seen: [seen('x', a), seen('gone', a), seen('same', a)],
      live: [live('x', { ...a, text: 'two' }), live('new', a), live('same', a)],
    });
    expect(reported).toEqual([
      ['x', 'changed', 'text'],
      ['new', 'added', ''],
      ['gone', 'removed', ''],
    ]);
  });

  it('are not own changes, but are parts that someone else has changed as well', () => {
    const after = { ...a, text: 'mine' };
    const parts = { seen: [seen('x', a)], own: [own('x', { after })] };
    expect(compare({ ...parts, live: [live('x', after)] }).reported).toEqual([]);
    expect(compare({ ...parts, live: [live('x', { title: 'B', text: 'mine' })] }).reported).toEqual([
      ['x', 'changed', 'title'],
    ]);
  });

  it('are own changes that someone else has reverted', () => {
    const change = own('x', { after: { ...a, text: 'mine' } });
    expect(compare({ seen: [seen('x', a)], own: [change], live: [live('x', a)] }).reported).toEqual([
      ['x', 'changed', 'text'],
    ]);
  });

  it('are compared with own changes only once: not with those applied before they were seen', () => {
    const before = own('x', { after: { ...a, text: 'mine' }, at: 5 });
    expect(compare({ seen: [seen('x', a)], own: [before], live: [live('x', a)] }).reported).toEqual([]);
  });

  it('are not items that were created or deleted with Tenant Desk', () => {
    const { reported, adopted, forgotten } = compare({
      seen: [seen('old', a)],
      live: [live('made', { ...a, text: 'as the tenant has completed it' })],
      own: [own('made', { verb: 'create', before: null }), own('old', { verb: 'delete', after: null })],
    });
    expect([reported, adopted.map(({ targetId }) => targetId), forgotten]).toEqual([[], ['made'], ['old']]);
  });

  it('are found under the new ID after an own change', () => {
    const { reported } = compare({
      seen: [seen('w1', a)],
      live: [live('w2', a)],
      currentId: (id) => (id === 'w1' ? 'w2' : id),
    });
    expect(reported).toEqual([]);
  });

  it('are changed if one item was replaced by another of the same name, and unchanged if both are equal', () => {
    const parts = { seen: [seen('w1', a, 'Slack')] };
    expect(compare({ ...parts, live: [live('w2', { ...a, text: 'two' }, 'Slack')] }).reported).toEqual([
      ['w2', 'changed', 'text'],
    ]);
    const same = compare({ ...parts, live: [live('w2', a, 'Slack')] });
    expect([same.reported, same.forgotten]).toEqual([[], ['w1']]);
    // It isn't known which of the two replaced it.
    const two = compare({ ...parts, live: [live('w2', a, 'Slack'), live('w3', a, 'Slack')] });
    expect(two.reported.map(([id, difference]) => [id, difference])).toEqual([
      ['w2', 'added'],
      ['w3', 'added'],
      ['w1', 'removed'],
    ]);
  });

  it('are reported without an earlier state only if events name them, and never without a current state', () => {
    const parts = { seen: [seen('x', undefined), seen('y', a)] };
    const now = [live('x', a), live('y', undefined)];
    expect(compare({ ...parts, live: now }).reported).toEqual([]);
    expect(compare({ ...parts, live: now, isNamed: () => true }).reported).toEqual([['x', 'changed', '']]);
  });

  it('are not reported if they were added or removed together with another item', () => {
    const { reported, adopted, forgotten } = compare({
      seen: [seen('of the one that went', a)],
      live: [live('of the one that came', a)],
      isWithAnother: () => true,
    });
    expect([reported, adopted.length, forgotten.length]).toEqual([[], 1, 1]);
  });

  it('get their base from the first read if only the list was known', () => {
    const { reported, adopted } = compare({ seen: [seen('x', undefined)], live: [live('x', a)] });
    expect([reported, adopted.map(({ state }) => state)]).toEqual([[], [a]]);
    const mine = { ...a, text: 'mine' };
    const named = compare({
      seen: [seen('x', undefined)],
      live: [live('x', mine)],
      own: [own('x', { after: mine })],
      isNamed: () => true,
    });
    // The event was about the own change.
    expect([named.reported, named.adopted.length]).toEqual([[], 1]);
  });

  it('don’t replace a stored state that can’t be read', () => {
    const damaged = { ...seen('x', undefined), isUnreadable: true };
    const { reported, adopted } = compare({ seen: [damaged], live: [live('x', a)] });
    expect([reported, adopted]).toEqual([[], []]);
  });

  it('compares secrets that were hidden with the same key, and starts over with a new key', () => {
    const hides = { ...kind, compared: { ...kind.compared, withUnreadableOf } };
    const sides = (keyId: string, liveKeyId: string, text = '••••2') => ({
      kind: hides,
      seen: [{ ...seen('x', { ...a, text: '••••1' }), keyId }],
      live: [{ ...live('x', { ...a, text }), keyId: liveKeyId }],
    });
    expect(compare(sides('k1', 'k1')).reported).toEqual([['x', 'changed', 'text']]);
    expect(compare(sides('k1', 'k1', '••••1'))).toMatchObject({ reported: [], adopted: [] });
    const other = compare(sides('k1', 'k2'));
    expect([other.reported, other.adopted.length]).toEqual([[], 1]);
    // Earlier versions didn't store the key ID.
    expect(compare(sides('', 'k2')).adopted).toHaveLength(1);
  });
});

/** As kinds with secrets do. */
function withUnreadableOf(before: unknown, after: unknown, isOneKey: boolean): unknown {
  return isOneKey ? after : { ...note(after), text: note(before).text };
}
