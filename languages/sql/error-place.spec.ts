// cspell:ignore descripton olettype aplication nxyz updat reasn
import { describe, expect, it } from 'vitest';
import { placesOfError } from './error-place.ts';
import { knownTables } from './known-tables.ts';
import { suggestedName } from './suggested-name.ts';

const marked = (query: string, message: string): string[] =>
  placesOfError(query, message).map(({ from, to }) => query.slice(from, to));

describe('the location of an error', () => {
  it.each([
    ['selct * from Role', 'near "selct": syntax error', ['selct']],
    ['select * from Role wher ID = 1', 'The query failed: near "ID": syntax error.', ['ID']],
    ['select r.Nam from Role r', 'no such column: r.Nam', ['Nam']],
    ['select "Nam" from Role', 'no such column: Nam', ['"Nam"']],
    ['select Nmae from Role', 'The query failed: no such column: Nmae.', ['Nmae']],
    ['select * from Rolle', 'no such table: Rolle', ['Rolle']],
    ['select Frob(Name) from Role', 'no such function: Frob', ['Frob']],
    ['select ID from Role a, Role b', 'ambiguous column name: ID', ['ID']],
    ['select Lower() from Role', 'wrong number of arguments to function Lower()', ['Lower']],
    ["select 'open from Role", `unrecognized token: "'open from Role"`, ["'open from Role"]],
    ['select x, X from Role', 'no such column: x', ['x', 'X']],
    ["select 'Nam' -- Nam", 'no such column: Nam', ['Nam']],
    ['select 1', 'The tenant is busy.', []],
    ['select 1', 'no such column: gone', []],
  ] as const)('%s: %s', (query, message, expected) => {
    expect(marked(query, message)).toEqual(expected);
  });
});

describe('the suggestion for a misspelled name', () => {
  it.each([
    ['select r.Nam from Role r', 'no such column: r.Nam', 'Name'],
    ['select Nmae from Role', 'The query failed: no such column: Nmae.', 'Name'],
    ['select [Descripton] from Role', 'no such column: Descripton', 'Description'],
    ['select rOlettype from Role', 'no such column: rOlettype', 'RoleType'],
    ['select ID from Aplication', 'no such table: Aplication', 'Application'],
    // Of a table that the query doesn't read, by another alias, too far, or two equally near.
    ['select LastPing from Role', 'no such column: LastPing', undefined],
    ['select u.RoleTyp from Role r, User u', 'no such column: u.RoleTyp', undefined],
    ['select Nxyz from Role', 'no such column: Nxyz', undefined],
    ['select SourceD from User', 'no such column: SourceD', 'SourceDs'],
    ['select LastUpdat from SshKeys', 'no such column: LastUpdat', 'LastUpdated'],
    ['select FailReasn, X from Event', 'The tenant is busy.', undefined],
  ] as const)('%s: %s', (query, message, expected) => {
    expect(suggestedName(query, message, knownTables)).toBe(expected);
  });

  it('is none if two names are equally near', () => {
    const columns = ['UserA', 'UserB'].map((name) => ({ name, type: '' }));
    expect(
      suggestedName('select UserC from T', 'no such column: UserC', [{ name: 'T', columns }]),
    ).toBeUndefined();
  });
});
