import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { OwnEntry } from '../../../contract/procedures/procedures.ts';
import { isProcedurePath } from '../../../languages/sql/procedure-call.ts';
import { isFound, libraryEntries, markedParts } from './library-entries.ts';

const own: OwnEntry = {
  ...{ id: 'own-1', tenantId: null, name: 'Idle roles', words: 'Roles without members.', savedAt: 0 },
  ...{ path: '/lib/reports/idle_roles.js', via: 'query', parameters: [] },
};
const all = libraryEntries([own]);

describe('the library', () => {
  it('lists each entry once, with a valid file', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(procedureLibrary.map(({ path }) => path)).size).toBe(procedureLibrary.length);
    expect(all.filter(({ path }) => !isProcedurePath(path))).toEqual([]);
  });

  it('contains custom entries and those of the platform', () => {
    expect(all.filter(({ isOwn }) => isOwn).map(({ name }) => name)).toEqual(['Idle roles']);
    expect(all.filter(({ kind, isOwn }) => kind === 'job' && !isOwn)).toHaveLength(4);
    expect(libraryEntries([{ ...own, via: 'job' }])[0]).toMatchObject({ kind: 'job', group: 'Custom' });
  });
});

describe('isFound', () => {
  const ids = (typed: string): string[] => all.filter((entry) => isFound(entry, typed)).map(({ id }) => id);

  it('searches words in any order, in name, group, description and file', () => {
    expect(ids('database activity')).toEqual(['activity-for-database']);
    expect(ids('get_accounts')).toEqual(['accounts']);
    expect(ids('account access')).toEqual(['server-account-access']);
    expect(ids('reports/idle')).toEqual(['own-1']);
    expect(ids('')).toHaveLength(all.length);
    expect(ids('nothing of the kind')).toEqual([]);
  });
});

describe('markedParts', () => {
  const marked = (name: string, typed: string): string =>
    markedParts(name, typed)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('');

  it.each([
    ['All user activity', 'act', 'All user [act]ivity'],
    ['Members of a role', 'role mem', '[Mem]bers of a [role]'],
    ['banana', 'ana', 'b[anana]'],
    ['Roles', '', 'Roles'],
    ['Roles', 'x', 'Roles'],
    ['İstanbul', 'i', 'İstanbul'],
  ])('%s for “%s”', (name, typed, expected) => {
    expect(marked(name, typed)).toBe(expected);
  });
});
