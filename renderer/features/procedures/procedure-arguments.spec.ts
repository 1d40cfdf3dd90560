import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../../contract/procedure-library.ts';
import { isProcedurePath } from '../../../languages/sql/procedure-call.ts';
import { callOf, isFound, libraryEntries, missingOf } from './procedure-arguments.ts';

const find = (id: string) => {
  const found = procedureLibrary.find((procedure) => procedure.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
};

describe('the library', () => {
  it('names each once, by a file that a tenant can have', () => {
    expect(new Set(procedureLibrary.map(({ id }) => id)).size).toBe(procedureLibrary.length);
    expect(new Set(procedureLibrary.map(({ path }) => path)).size).toBe(procedureLibrary.length);
    expect(procedureLibrary.filter(({ path }) => !isProcedurePath(path))).toEqual([]);
  });
});

describe('the arguments of a procedure', () => {
  it('are sent as what they are, and not where they were left blank', () => {
    const accounts = find('accounts');
    const call = (entered: Record<string, string>) => callOf(accounts, accounts.path, entered);
    expect(call({ mode: ' Managed ', localOnly: 'true' })).toEqual({
      ok: true,
      text: "@/lib/server/get_accounts.js(mode:'Managed', localOnly:true)",
    });
    expect(call({ mode: ' ', localOnly: '' })).toEqual({ ok: true, text: '@/lib/server/get_accounts.js' });
    expect(call({ mode: "O'Brien" })).toMatchObject({ ok: false, name: 'mode' });
  });

  it('are asked for where they are required', () => {
    expect(missingOf(find('role-members'), {})).toEqual(['id']);
    expect(missingOf(find('role-members'), { id: 'Everybody' })).toEqual([]);
    expect(missingOf(find('accounts'), {})).toEqual([]);
  });
});

describe('isFound', () => {
  const ids = (typed: string): string[] =>
    libraryEntries.filter((entry) => isFound(entry, typed)).map(({ id }) => id);

  it('looks for words in whatever order, in name, group, words and file', () => {
    expect(ids('database activity')).toEqual(['activity-for-database']);
    expect(ids('get_accounts')).toEqual(['accounts']);
    expect(ids('account access')).toEqual(['server-account-access']);
    expect(ids('')).toHaveLength(libraryEntries.length);
    expect(ids('nothing of the kind')).toEqual([]);
  });

  it('has an entry for everything, each with a name of its own', () => {
    expect(new Set(libraryEntries.map(({ id }) => id)).size).toBe(libraryEntries.length);
    expect(libraryEntries.filter(({ isJob }) => isJob)).toHaveLength(4);
  });
});
