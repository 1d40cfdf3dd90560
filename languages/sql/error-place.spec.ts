import { describe, expect, it } from 'vitest';
import { placesOfError } from './error-place.ts';

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
