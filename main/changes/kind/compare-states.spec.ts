import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import {
  differingParts,
  isPartInEffect,
  isSameState,
  lineChanges,
  mergeStates,
  showParts,
  summarizeParts,
} from './compare-states.ts';
import type { Part } from './part.ts';
import { field, set, text } from './part.ts';

interface Item {
  readonly name: string;
  readonly script: string;
  readonly hosts: readonly string[];
  readonly headers: readonly Pair[];
}

const parts: readonly Part<Item>[] = [
  field<Item>('name', 'Name'),
  text<Item>('script', 'Script', 'javascript'),
  set<Item>('hosts', 'Hosts', (host) => host.toLowerCase()),
  {
    type: 'pairs',
    name: 'headers',
    label: 'Headers',
    get: ({ headers }) => headers,
    set: (item, headers) => ({ ...item, headers }),
  },
];

const pair = (name: string, value: string): Pair => ({ name, value, isSecret: false });
const item = (changes: Partial<Item> = {}): Item => ({
  name: 'Payroll',
  script: 'one\ntwo\nthree',
  hosts: ['a.example'],
  headers: [pair('X-Team', 'identity')],
  ...changes,
});

const line = fc.constantFrom('one', 'two', 'three', 'four', '');
const anyItem: fc.Arbitrary<Item> = fc.record({
  name: fc.constantFrom('Payroll', 'Travel', 'Wiki'),
  script: fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
  hosts: fc.uniqueArray(fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example')),
  headers: fc
    .uniqueArray(fc.constantFrom('X-One', 'X-Two', 'X-Three'))
    .chain((names) =>
      fc.tuple(...names.map((name) => fc.constantFrom('1', '2').map((value) => pair(name, value)))),
    ),
});
/** Lines that become unique when they are numbered. */
const anyBase = fc.array(line, { maxLength: 8 });
/** Removes some lines and adds others. */
const lineEdit = (side: string) =>
  fc
    .array(fc.record({ drops: fc.boolean(), adds: fc.boolean() }), { minLength: 9, maxLength: 9 })
    .map(
      (choices) => (base: readonly string[]) =>
        choices.flatMap(({ drops, adds }, index) => [
          ...(adds ? [`${side} ${index}`] : []),
          ...(drops ? [] : base.slice(index, index + 1)),
        ]),
    );
const merge = (base: Item, theirs: Item, mine: Item) => mergeStates(parts, { base, theirs, mine });
const namesOf = (differing: readonly Part<Item>[]): string[] => differing.map(({ name }) => name);

describe('merging two edits', () => {
  it('takes the side that changed if only one did', () => {
    fc.assert(
      fc.property(anyItem, anyItem, (base, changed) => {
        for (const { merged, conflicts } of [merge(base, base, changed), merge(base, changed, base)]) {
          expect([...conflicts.keys()]).toEqual([]);
          expect(isSameState(parts, merged, changed)).toBe(true);
        }
      }),
    );
  });

  it('takes edits that are the same on both sides once, without a conflict', () => {
    fc.assert(
      fc.property(anyItem, anyItem, (base, changed) => {
        const { merged, conflicts } = merge(base, changed, changed);
        expect([...conflicts.keys()]).toEqual([]);
        expect(isSameState(parts, merged, changed)).toBe(true);
      }),
    );
  });

  it('has the same conflicts and, without conflicts, the same result if the sides are swapped', () => {
    fc.assert(
      fc.property(anyItem, anyItem, anyItem, (base, one, other) => {
        const there = merge(base, one, other);
        const back = merge(base, other, one);
        expect([...there.conflicts.keys()].toSorted()).toEqual([...back.conflicts.keys()].toSorted());
        const clean = parts.filter(({ name }) => !there.conflicts.has(name));
        expect(namesOf(differingParts(clean, there.merged, back.merged))).toEqual([]);
      }),
    );
  });

  it('loses nothing of either side without a conflict: fields, members and pairs', () => {
    fc.assert(
      fc.property(anyItem, anyItem, anyItem, (base, theirs, mine) => {
        const { merged, conflicts } = merge(base, theirs, mine);
        for (const side of [theirs, mine]) {
          if (side.name !== base.name && !conflicts.has('name')) expect(merged.name).toBe(side.name);
          for (const host of side.hosts.filter((each) => !base.hosts.includes(each))) {
            expect(merged.hosts).toContain(host);
          }
          for (const host of base.hosts.filter((each) => !side.hosts.includes(each))) {
            expect(merged.hosts).not.toContain(host);
          }
          if (conflicts.has('headers')) continue;
          const valueIn = (state: Item, name: string) =>
            state.headers.find((each) => each.name === name)?.value;
          for (const name of ['X-One', 'X-Two', 'X-Three']) {
            if (valueIn(side, name) !== valueIn(base, name)) {
              expect(valueIn(merged, name)).toBe(valueIn(side, name));
            }
          }
        }
      }),
    );
  });

  it('has every line that either side added and none that either side removed, or a conflict that shows all', () => {
    fc.assert(
      fc.property(anyBase, lineEdit('theirs'), lineEdit('mine'), (lines, theirs, mine) => {
        const base = lines.map((each, index) => `${each} ${index}`);
        const sides = [theirs, mine].map((edit) => edit(base));
        const [their = [], my = []] = sides;
        const { merged, conflicts } = merge(
          item({ script: base.join('\n') }),
          item({ script: their.join('\n') }),
          item({ script: my.join('\n') }),
        );
        const added = sides.flat().filter((each) => !base.includes(each));
        const conflict = conflicts.get('script');
        const result = String(conflict?.merged ?? merged.script).split('\n');
        for (const each of added) expect(result).toContain(each);
        if (conflict !== undefined) return;
        const removed = base.filter((each) => !their.includes(each) || !my.includes(each));
        for (const each of removed) expect(result).not.toContain(each);
        expect(result.filter((each) => each !== '').length).toBe(base.length - removed.length + added.length);
      }),
    );
  });

  it('uses the person’s version until a conflict is resolved, and shows all three sides', () => {
    const base = item();
    const theirs = item({ name: 'Theirs', script: 'THEIRS\ntwo\nthree' });
    const mine = item({ name: 'Mine', script: 'MINE\ntwo\nthree' });
    const { merged, conflicts } = merge(base, theirs, mine);
    expect(merged).toMatchObject({ name: 'Mine', script: mine.script });
    expect(conflicts.get('name')).toEqual({
      base: 'Payroll',
      theirs: 'Theirs',
      mine: 'Mine',
      merged: 'Mine',
      isClean: false,
    });
    expect(conflicts.get('script')?.merged).toContain('<<<<<<< yours\nMINE');
  });

  it('merges two edits of one text if they change different lines', () => {
    const { merged, conflicts } = merge(
      item({ script: 'a\nb\nc\nd' }),
      item({ script: 'A\nb\nc\nd' }),
      item({ script: 'a\nb\nc\nD' }),
    );
    expect([...conflicts.keys()]).toEqual([]);
    expect(merged.script).toBe('A\nb\nc\nD');
  });

  it('identifies the members of a set by their key, and uses the tenant’s spelling', () => {
    const { merged } = merge(
      item({ hosts: ['a.example'] }),
      item({ hosts: ['A.example', 'theirs.example'] }),
      item({ hosts: ['a.example', 'mine.example'] }),
    );
    expect(merged.hosts).toEqual(['A.example', 'theirs.example', 'mine.example']);
  });

  it('has a conflict if one side removes a pair that the other changed', () => {
    const changed = item({ headers: [pair('X-Team', 'changed')] });
    const removed = item({ headers: [] });
    expect([...merge(item(), changed, removed).conflicts.keys()]).toEqual(['headers']);
    expect([...merge(item(), removed, changed).conflicts.keys()]).toEqual(['headers']);
  });

  it('treats two lines of one name as two pairs, and names in different case as one', () => {
    const twice = item({ headers: [pair('Via', 'a'), pair('Via', 'b')] });
    const { merged, conflicts } = merge(
      twice,
      item({ headers: [pair('via', 'a'), pair('VIA', 'theirs')] }),
      item({ headers: [pair('Via', 'mine'), pair('Via', 'b')] }),
    );
    expect([...conflicts.keys()]).toEqual([]);
    expect(merged.headers.map(({ value }) => value)).toEqual(['mine', 'theirs']);
  });
});

describe('comparing by meaning', () => {
  it('ignores line ends and the order of members', () => {
    const one = item({ script: 'a\r\nb', hosts: ['a.example', 'B.example'] });
    const other = item({ script: 'a\nb', hosts: ['b.example', 'A.example'] });
    expect(isSameState(parts, one, other)).toBe(true);
  });

  it('reports a change of line ends if nothing else changed', () => {
    const one = item({ script: 'a\r\nb\r\nc' });
    const other = item({ script: 'a\nb\nc' });
    expect(namesOf(differingParts(parts, one, other))).toEqual(['script']);
    expect(summarizeParts(parts, one, other)).toBe('script line ends of 2 lines CRLF → LF');
    expect(summarizeParts(parts, one, item({ script: 'a\nb\nnew\nc' }))).toBe(
      'script +1 −0 lines, line ends of 2 lines CRLF → LF',
    );
    expect(
      showParts(parts, { before: one, after: other }).filter(({ isChanged }) => isChanged),
    ).toMatchObject([{ name: 'script' }]);
  });

  it('finds a change of line ends in effect only with those line ends, and any other change with any', () => {
    const [script] = parts.filter(({ name }) => name === 'script');
    if (script === undefined) throw new Error('Items have scripts.');
    const inEffect = (before: string, after: string, now: string): boolean =>
      isPartInEffect(
        script,
        { before: item({ script: before }), after: item({ script: after }) },
        item({ script: now }),
      );
    expect(inEffect('a\r\nb', 'a\nb', 'a\r\nb')).toBe(false);
    expect(inEffect('a\r\nb', 'a\nb', 'a\nb')).toBe(true);
    expect(inEffect('a\r\nb', 'a\r\nc', 'a\nc')).toBe(true);
    expect(inEffect('a\r\nb', 'a\r\nc', 'a\r\nb')).toBe(false);
  });

  it('sends no line end that the person didn’t change, even if others changed them since', () => {
    const merged = (base: string, theirs: string, mine: string) =>
      merge(item({ script: base }), item({ script: theirs }), item({ script: mine })).merged.script;
    expect(merged('a\nb', 'a\r\nb', 'a\nb\nc')).toBe('a\r\nb\r\nc');
    expect(merged('a\r\nb', 'a\r\nb', 'a\r\nb\r\nc')).toBe('a\r\nb\r\nc');
    expect(merged('a\r\nb', 'a\r\nb', 'a\nb')).toBe('a\nb');
    expect(merged('a\nb', 'a\r\nB', 'a\nB')).toBe('a\r\nB');
  });

  it('ignores a value that the tenant doesn’t return', () => {
    const hidden = field<Item>('name', 'Name', { isKnown: ({ name }) => name !== '' });
    expect(isSameState([hidden], item({ name: '' }), item())).toBe(true);
    expect(isSameState([hidden], item({ name: 'Other' }), item())).toBe(false);
  });
});

describe('the shown parts', () => {
  it('contain everything of both states, so that these can be reconstructed', () => {
    fc.assert(
      fc.property(anyItem, anyItem, (before, after) => {
        const shown = showParts(parts, { before, after });
        for (const [state, side] of [
          [before, 'before'],
          [after, 'after'],
        ] as const) {
          const again = Object.fromEntries(shown.map((part) => [part.name, part[side]]));
          expect(again).toEqual(state);
        }
        const changed = shown.filter(({ isChanged }) => isChanged).map(({ name }) => name);
        expect(changed).toEqual(namesOf(differingParts(parts, before, after)));
      }),
    );
  });

  it('have no before for a new item, and no after for a deleted one', () => {
    expect(showParts(parts, { before: null, after: item() }).every(({ before }) => before === null)).toBe(
      true,
    );
    expect(showParts(parts, { before: item(), after: null }).every(({ after }) => after === null)).toBe(true);
  });

  it('are summarized in one line', () => {
    const after = item({
      name: 'Travel',
      script: 'one\n2\nthree\nfour',
      hosts: ['b.example', 'c.example'],
      headers: [],
    });
    expect(summarizeParts(parts, item(), after)).toBe('name, script +2 −1 lines, hosts +2 −1, 1 header');
  });

  it('counts lines, whatever ends them', () => {
    expect(lineChanges('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual({ added: 2, removed: 1 });
    expect(lineChanges('a\r\nb\r\n', 'a\nb\n')).toEqual({ added: 0, removed: 0 });
  });
});
