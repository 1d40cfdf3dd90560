import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import { changeFingerprint } from './change-fingerprint.ts';
import { showParts } from './compare-states.ts';
import type { Part } from './part.ts';
import { field, set, text } from './part.ts';

interface Thing {
  readonly name: string;
  readonly note: string;
  readonly host: string;
  readonly script: string;
  readonly members: readonly string[];
  readonly headers: readonly Pair[];
}

const parts: readonly Part<Thing>[] = [
  field<Thing>('name', 'Name', { inGroups: 'name' }),
  field<Thing>('note', 'Note', { inGroups: 'listed' }),
  field<Thing>('host', 'Host'),
  text<Thing>('script', 'Script', 'javascript'),
  set<Thing>('members', 'Members', (member) => member.toLowerCase()),
  {
    type: 'pairs',
    name: 'headers',
    label: 'Headers',
    get: ({ headers }) => headers,
    set: (thing, headers) => ({ ...thing, headers }),
  },
];

const pair = (name: string, value: string, isSecret = false): Pair => ({ name, value, isSecret });
const thing = (changes: Partial<Thing> = {}): Thing => ({
  name: 'Payroll',
  note: 'Ours',
  host: 'a.example',
  script: 'one\ntwo\nthree\n',
  members: ['staff'],
  headers: [pair('X-Team', 'identity')],
  ...changes,
});
const keyOf = (before: Thing | null, after: Thing | null) => changeFingerprint(parts, before, after).common;

describe('what changes have in common', () => {
  const ways: readonly (readonly [string, (state: Thing) => readonly [Thing | null, Thing | null]])[] = [
    ['creations', (state) => [null, state]],
    ['deletions', (state) => [state, null]],
  ];
  const others: readonly Partial<Thing>[] = [
    { host: 'b.example' },
    { script: 'one\ntwo\nfour\n' },
    { script: 'one\r\ntwo\nthree\n' },
    { members: ['staff', 'everybody'] },
    { members: ['Staff'] },
    { headers: [] },
    { headers: [pair('X-Team', 'identity', true)] },
    { headers: [pair('X-Team', 'identity'), pair('X-Team', 'identity')] },
  ];
  it.each(ways)('of %s is all but the name and what is listed', (_what, sides) => {
    const common = keyOf(...sides(thing()));
    expect(keyOf(...sides(thing({ name: 'Wiki', note: 'Theirs' })))).toBe(common);
    for (const changes of others) expect(keyOf(...sides(thing(changes)))).not.toBe(common);
  });

  it('lists the values that may differ', () => {
    const { differences } = changeFingerprint(parts, null, thing({ note: 'Ours\nand theirs' }));
    expect(differences).toMatchObject([{ label: 'Note', value: 'Ours and theirs' }]);
    expect(changeFingerprint(parts, null, thing({ note: 'x'.repeat(200) })).differences).toMatchObject([
      { label: 'Note', value: '' },
    ]);
  });

  it('is no name that a text has in it, and is one that a field has', () => {
    const named = (name: string, more: Partial<Thing> = {}) =>
      keyOf(null, thing({ name, script: `log("${name}")`, ...more }));
    expect(named('First')).toBe(named('Second'));
    expect(named('a.example', { host: 'a.example' })).not.toBe(named('b.example', { host: 'b.example' }));
  });

  it('of edits is the edit: what was, what will be, and where in a text', () => {
    const edit = (from: Partial<Thing>, to: Partial<Thing>) => keyOf(thing(from), thing({ ...from, ...to }));
    expect(edit({ name: 'Wiki' }, { host: 'b.example' })).toBe(edit({}, { host: 'b.example' }));
    expect(edit({ host: 'old.example' }, { host: 'b.example' })).not.toBe(edit({}, { host: 'b.example' }));
    expect(edit({}, { members: ['staff', 'x'] })).toBe(edit({ members: ['y'] }, { members: ['y', 'x'] }));
    expect(edit({}, { members: [] })).not.toBe(edit({ members: ['y'] }, { members: [] }));
    expect(edit({}, { name: 'Wiki' })).not.toBe(edit({}, { name: 'Travel' }));
    expect(edit({ note: 'a' }, { note: 'b' })).toBe(edit({ note: 'c' }, { note: 'b' }));
    expect(edit({}, { script: 'one\r\ntwo\nmore\n' })).not.toBe(edit({}, { script: 'one\ntwo\nmore\n' }));
  });

  it('of an edit of texts are the lines that change; those around them are counted as a difference', () => {
    const added = (script: string) =>
      changeFingerprint(parts, thing({ script }), thing({ script: `${script}last\n` }));
    expect(added('a\n').common).toBe(added('b\n').common);
    expect(added('a\n').differences).toMatchObject([{ label: 'Unchanged lines of Script', value: '' }]);
    expect(added('a\n').differences).not.toEqual(added('b\n').differences);
  });

  it('is never equal where anything that is shown differs and is not listed', () => {
    const anyThing = fc.record({
      name: fc.constantFrom('Payroll', 'Wiki'),
      note: fc.constantFrom('Ours', 'Theirs'),
      host: fc.constantFrom('a.example', 'b.example'),
      script: fc.constantFrom('one\n', 'two\n', 'one\r\n'),
      members: fc.uniqueArray(fc.constantFrom('staff', 'Staff', 'everybody')),
      headers: fc.array(fc.constantFrom(pair('A', '1'), pair('A', '2'), pair('a', '1', true)), {
        maxLength: 2,
      }),
    });
    const shown = (state: Thing) =>
      JSON.stringify(
        showParts(parts, {
          before: null,
          after: { ...state, name: '', note: '', members: state.members.toSorted() },
        }),
      );
    fc.assert(
      fc.property(anyThing, anyThing, (one, other) => {
        expect(keyOf(null, one) === keyOf(null, other)).toBe(shown(one) === shown(other));
      }),
      { numRuns: 500 },
    );
  });
});
