import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import { changeFingerprint } from './change-fingerprint.ts';
import { showParts } from './compare-states.ts';
import type { Part } from './part.ts';
import { field, set, text } from './part.ts';

interface Item {
  readonly name: string;
  readonly note: string;
  readonly host: string;
  readonly script: string;
  readonly members: readonly string[];
  readonly headers: readonly Pair[];
}

const parts: readonly Part<Item>[] = [
  field<Item>('name', 'Name', { inGroups: 'name' }),
  field<Item>('note', 'Note', { inGroups: 'listed' }),
  field<Item>('host', 'Host'),
  text<Item>('script', 'Script', 'javascript'),
  set<Item>('members', 'Members', (member) => member.toLowerCase()),
  {
    type: 'pairs',
    name: 'headers',
    label: 'Headers',
    get: ({ headers }) => headers,
    set: (item, headers) => ({ ...item, headers }),
  },
];

const pair = (name: string, value: string, isSecret = false): Pair => ({ name, value, isSecret });
const item = (changes: Partial<Item> = {}): Item => ({
  name: 'Payroll',
  note: 'Ours',
  host: 'a.example',
  script: 'one\ntwo\nthree\n',
  members: ['staff'],
  headers: [pair('X-Team', 'identity')],
  ...changes,
});
const keyOf = (before: Item | null, after: Item | null) => changeFingerprint(parts, before, after).common;

describe('the common part of changes', () => {
  const ways: readonly (readonly [string, (state: Item) => readonly [Item | null, Item | null]])[] = [
    ['creations', (state) => [null, state]],
    ['deletions', (state) => [state, null]],
  ];
  const others: readonly Partial<Item>[] = [
    { host: 'b.example' },
    { script: 'one\ntwo\nfour\n' },
    { script: 'one\r\ntwo\nthree\n' },
    { members: ['staff', 'everybody'] },
    { members: ['Staff'] },
    { headers: [] },
    { headers: [pair('X-Team', 'identity', true)] },
    { headers: [pair('X-Team', 'identity'), pair('X-Team', 'identity')] },
  ];
  it.each(ways)('is everything except the name and listed values in %s', (_what, sides) => {
    const common = keyOf(...sides(item()));
    expect(keyOf(...sides(item({ name: 'Wiki', note: 'Theirs' })))).toBe(common);
    for (const changes of others) expect(keyOf(...sides(item(changes)))).not.toBe(common);
  });

  it('excludes values that may differ, and lists them', () => {
    const { differences } = changeFingerprint(parts, null, item({ note: 'Ours\nand theirs' }));
    expect(differences).toMatchObject([{ label: 'Note', value: 'Ours and theirs' }]);
    expect(changeFingerprint(parts, null, item({ note: 'x'.repeat(200) })).differences).toMatchObject([
      { label: 'Note', value: '' },
    ]);
  });

  it('excludes the name within a text, but not within a field', () => {
    const named = (name: string, more: Partial<Item> = {}) =>
      keyOf(null, item({ name, script: `log("${name}")`, ...more }));
    expect(named('First')).toBe(named('Second'));
    expect(named('a.example', { host: 'a.example' })).not.toBe(named('b.example', { host: 'b.example' }));
  });

  it('is the edit for edits: before, after, and the position in a text', () => {
    const edit = (from: Partial<Item>, to: Partial<Item>) => keyOf(item(from), item({ ...from, ...to }));
    expect(edit({ name: 'Wiki' }, { host: 'b.example' })).toBe(edit({}, { host: 'b.example' }));
    expect(edit({ host: 'old.example' }, { host: 'b.example' })).not.toBe(edit({}, { host: 'b.example' }));
    expect(edit({}, { members: ['staff', 'x'] })).toBe(edit({ members: ['y'] }, { members: ['y', 'x'] }));
    expect(edit({}, { members: [] })).not.toBe(edit({ members: ['y'] }, { members: [] }));
    expect(edit({}, { name: 'Wiki' })).not.toBe(edit({}, { name: 'Travel' }));
    expect(edit({ note: 'a' }, { note: 'b' })).toBe(edit({ note: 'c' }, { note: 'b' }));
    expect(edit({}, { script: 'one\r\ntwo\nmore\n' })).not.toBe(edit({}, { script: 'one\ntwo\nmore\n' }));
  });

  it('is the changed lines for edits of texts; the lines around them count as a difference', () => {
    const added = (script: string) =>
      changeFingerprint(parts, item({ script }), item({ script: `${script}last\n` }));
    expect(added('a\n').common).toBe(added('b\n').common);
    expect(added('a\n').differences).toMatchObject([{ label: 'Unchanged lines of Script', value: '' }]);
    expect(added('a\n').differences).not.toEqual(added('b\n').differences);
  });

  it('is never equal if anything shown differs and isn’t listed', () => {
    const anyItem = fc.record({
      name: fc.constantFrom('Payroll', 'Wiki'),
      note: fc.constantFrom('Ours', 'Theirs'),
      host: fc.constantFrom('a.example', 'b.example'),
      script: fc.constantFrom('one\n', 'two\n', 'one\r\n'),
      members: fc.uniqueArray(fc.constantFrom('staff', 'Staff', 'everybody')),
      headers: fc.array(fc.constantFrom(pair('A', '1'), pair('A', '2'), pair('a', '1', true)), {
        maxLength: 2,
      }),
    });
    const shown = (state: Item) =>
      JSON.stringify(
        showParts(parts, {
          before: null,
          after: { ...state, name: '', note: '', members: state.members.toSorted() },
        }),
      );
    fc.assert(
      fc.property(anyItem, anyItem, (one, other) => {
        expect(keyOf(null, one) === keyOf(null, other)).toBe(shown(one) === shown(other));
      }),
      { numRuns: 500 },
    );
  });
});
