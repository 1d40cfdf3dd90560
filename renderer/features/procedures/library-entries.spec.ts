// cspell:ignore memmbers
import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { OwnEntry } from '../../../contract/procedures/procedures.ts';
import { isProcedurePath } from '../../../languages/sql/procedure-call.ts';
import { entrySearch, libraryEntries } from './library-entries.ts';

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

describe('the search of the library', () => {
  const search = entrySearch(all);
  const ids = (typed: string): string[] => search.find(typed).map(({ id }) => id);

  it('searches words in any order, in name, group, description and file', () => {
    expect(ids('database activity')).toEqual(['activity-for-database']);
    expect(ids('get_accounts')).toEqual(['accounts']);
    expect(ids('account access')).toEqual(['server-account-access']);
    expect(ids('reports/idle')).toEqual(['own-1']);
    expect(ids('')).toHaveLength(all.length);
    expect(ids('nothing of the kind')).toEqual([]);
  });

  it('has the best match first, and takes a letter too many', () => {
    expect(search.find('members')[0]?.name).toMatch(/^Members/);
    expect(search.find('memmbers')[0]?.name).toMatch(/^Members/);
  });
});
