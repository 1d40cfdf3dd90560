import { describe, expect, it } from 'vitest';
import { createFilterIndex } from './filter-index.ts';
import type { ChosenValues } from './filter-index.ts';

interface Application {
  readonly name: string;
  readonly type: string;
  readonly roles: readonly string[];
}

const all: readonly Application[] = [
  { name: 'Payroll 2', type: 'Web - SAML', roles: ['r1'] },
  { name: 'payroll 10', type: 'Web - SAML', roles: ['r1', 'r2'] },
  { name: 'Wiki', type: 'Bookmark', roles: [] },
  { name: 'Zürich', type: 'OpenID', roles: ['r2'] },
];
const roleNames = new Map([
  ['r1', 'Finance'],
  ['r2', 'Human Resources'],
]);

const index = createFilterIndex(all, {
  title: ({ name }) => name,
  text: ({ name, type }) => `${name} ${type}`,
  groups: [
    { id: 'type', label: 'Type', valuesOf: ({ type }: Application) => [type] },
    {
      id: 'role',
      label: 'Role',
      valuesOf: ({ roles }: Application) => roles,
      labelOf: (id) => roleNames.get(id) ?? id,
    },
  ],
});
const byName = { id: 'name', label: 'Name' };
const find = (typed: string, chosen: ChosenValues = {}) =>
  index.find({ typed, chosen }, byName).map(({ name }) => name);

describe('the filter of a list', () => {
  it('shows everything sorted by name without filters', () => {
    expect(find(' ')).toEqual(['Payroll 2', 'payroll 10', 'Wiki', 'Zürich']);
  });

  it('requires one of the selected values of each group', () => {
    expect(find('', { type: ['Bookmark', 'OpenID'] })).toEqual(['Wiki', 'Zürich']);
    expect(find('', { type: ['Web - SAML', 'OpenID'], role: ['r2'] })).toEqual(['payroll 10', 'Zürich']);
    expect(find('10', { role: ['r1'] })).toEqual(['payroll 10']);
  });

  it("finds by a part of a value's label", () => {
    expect(find('role:finance')).toEqual(['Payroll 2', 'payroll 10']);
    expect(find('role:"human res" type:saml')).toEqual(['payroll 10']);
    expect(find('role:finance role:human')).toEqual(['payroll 10']);
    expect(find('zurich type:openid')).toEqual(['Zürich']);
  });

  it('counts each value given the other groups and the search', () => {
    const values = index.valuesOf('type', { typed: 'pay', chosen: { type: ['Bookmark'], role: ['r1'] } });
    expect(values).toEqual([
      { value: 'Web - SAML', label: 'Web - SAML', count: 2 },
      { value: 'Bookmark', label: 'Bookmark', count: 0 },
      { value: 'OpenID', label: 'OpenID', count: 0 },
    ]);
  });

  it('keeps a selected value that no item has any longer, so that it can be cleared', () => {
    expect(index.valuesOf('type', { typed: '', chosen: { type: ['Gone'] } }).at(-1)).toEqual({
      value: 'Gone',
      label: 'Gone',
      count: 0,
    });
  });

  it('sorts by rank and then by name, and computes ranks once', () => {
    let calls = 0;
    const byType = { id: 'type', label: 'Type', rank: ({ type }: Application) => (calls++, type) };
    const names = () => index.find({ typed: '', chosen: {} }, byType).map(({ name }) => name);
    expect(names()).toEqual(['Wiki', 'Zürich', 'Payroll 2', 'payroll 10']);
    names();
    expect(calls).toBe(all.length);
  });
});
