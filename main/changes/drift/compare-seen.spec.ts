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
    told: differences.map(({ targetId, difference, summary }) => [targetId, difference, summary]),
  };
}

describe('what is not as it was seen', () => {
  it('is what changed, came and went', () => {
    const { told } = compare({
      seen: [seen('x', a), seen('gone', a), seen('same', a)],
      live: [live('x', { ...a, text: 'two' }), live('new', a), live('same', a)],
    });
    expect(told).toEqual([
      ['x', 'changed', 'text'],
      ['new', 'added', ''],
      ['gone', 'removed', ''],
    ]);
  });

  it('is no own change, but a part that somebody else has changed beside it', () => {
    const after = { ...a, text: 'mine' };
    const parts = { seen: [seen('x', a)], own: [own('x', { after })] };
    expect(compare({ ...parts, live: [live('x', after)] }).told).toEqual([]);
    expect(compare({ ...parts, live: [live('x', { title: 'B', text: 'mine' })] }).told).toEqual([
      ['x', 'changed', 'title'],
    ]);
  });

  it('is what somebody else has put back that was changed from here', () => {
    const change = own('x', { after: { ...a, text: 'mine' } });
    expect(compare({ seen: [seen('x', a)], own: [change], live: [live('x', a)] }).told).toEqual([
      ['x', 'changed', 'text'],
    ]);
  });

  it('counts an own change only once: not what was applied before it was seen', () => {
    const before = own('x', { after: { ...a, text: 'mine' }, at: 5 });
    expect(compare({ seen: [seen('x', a)], own: [before], live: [live('x', a)] }).told).toEqual([]);
  });

  it('is nothing that was created or deleted from here', () => {
    const { told, adopted, forgotten } = compare({
      seen: [seen('old', a)],
      live: [live('made', { ...a, text: 'as the tenant has completed it' })],
      own: [own('made', { verb: 'create', before: null }), own('old', { verb: 'delete', after: null })],
    });
    expect([told, adopted.map(({ targetId }) => targetId), forgotten]).toEqual([[], ['made'], ['old']]);
  });

  it('goes on under the identifier that a change from here gave it', () => {
    const { told } = compare({
      seen: [seen('w1', a)],
      live: [live('w2', a)],
      currentId: (id) => (id === 'w1' ? 'w2' : id),
    });
    expect(told).toEqual([]);
  });

  it('is a change where one of a name went and one of it came, and nothing where these are the same', () => {
    const parts = { seen: [seen('w1', a, 'Slack')] };
    expect(compare({ ...parts, live: [live('w2', { ...a, text: 'two' }, 'Slack')] }).told).toEqual([
      ['w2', 'changed', 'text'],
    ]);
    const same = compare({ ...parts, live: [live('w2', a, 'Slack')] });
    expect([same.told, same.forgotten]).toEqual([[], ['w1']]);
    // Which of two it was cannot be known.
    const two = compare({ ...parts, live: [live('w2', a, 'Slack'), live('w3', a, 'Slack')] });
    expect(two.told.map(([id, difference]) => [id, difference])).toEqual([
      ['w2', 'added'],
      ['w3', 'added'],
      ['w1', 'removed'],
    ]);
  });

  it('is told of what was never read only where the events name it, and of what was not read now never', () => {
    const parts = { seen: [seen('x', undefined), seen('y', a)] };
    const now = [live('x', a), live('y', undefined)];
    expect(compare({ ...parts, live: now }).told).toEqual([]);
    expect(compare({ ...parts, live: now, isNamed: () => true }).told).toEqual([['x', 'changed', '']]);
  });

  it('leaves out what came or went with another thing', () => {
    const { told, adopted, forgotten } = compare({
      seen: [seen('of the one that went', a)],
      live: [live('of the one that came', a)],
      isWithAnother: () => true,
    });
    expect([told, adopted.length, forgotten.length]).toEqual([[], 1, 1]);
  });

  it('begins with the first read of a thing of which only the list was known', () => {
    const { told, adopted } = compare({ seen: [seen('x', undefined)], live: [live('x', a)] });
    expect([told, adopted.map(({ state }) => state)]).toEqual([[], [a]]);
    const mine = { ...a, text: 'mine' };
    const named = compare({
      seen: [seen('x', undefined)],
      live: [live('x', mine)],
      own: [own('x', { after: mine })],
      isNamed: () => true,
    });
    // It was named for what was applied from here.
    expect([named.told, named.adopted.length]).toEqual([[], 1]);
  });

  it('takes nothing in the place of what cannot be read here', () => {
    const damaged = { ...seen('x', undefined), isUnreadable: true };
    const { told, adopted } = compare({ seen: [damaged], live: [live('x', a)] });
    expect([told, adopted]).toEqual([[], []]);
  });

  it('compares secrets that were hidden with one key, and begins anew where it is another', () => {
    const hides = { ...kind, compared: { ...kind.compared, withUnreadableOf } };
    const sides = (keyId: string, liveKeyId: string, text = '••••2') => ({
      kind: hides,
      seen: [{ ...seen('x', { ...a, text: '••••1' }), keyId }],
      live: [{ ...live('x', { ...a, text }), keyId: liveKeyId }],
    });
    expect(compare(sides('k1', 'k1')).told).toEqual([['x', 'changed', 'text']]);
    expect(compare(sides('k1', 'k1', '••••1'))).toMatchObject({ told: [], adopted: [] });
    const other = compare(sides('k1', 'k2'));
    expect([other.told, other.adopted.length]).toEqual([[], 1]);
    // What the desk of an earlier version has kept does not say with which.
    expect(compare(sides('', 'k2')).adopted).toHaveLength(1);
  });
});

/** As kinds with secrets do. */
function withUnreadableOf(before: unknown, after: unknown, isOneKey: boolean): unknown {
  return isOneKey ? after : { ...note(after), text: note(before).text };
}
