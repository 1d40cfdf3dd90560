import { describe, expect, it } from 'vitest';
import { commonTableNames, readQueryText } from './query-text.ts';

describe('the text of a query', () => {
  it('ends at the first semicolon outside quotes and comments', () => {
    expect(readQueryText('select \';\' as a -- ;\n, "b;" from [c;] /* ; */ ; ').statement).toBe(
      'select \';\' as a -- ;\n, "b;" from [c;] /* ; */ ',
    );
    expect(readQueryText('select 1; -- done').hasMore).toBe(false);
    expect(readQueryText('select 1; select 2').hasMore).toBe(true);
    expect(readQueryText('select 1;;').hasMore).toBe(false);
  });

  it('finds its parameters, but not those inside strings and comments', () => {
    expect([...readQueryText('select @one, \'@two\' -- @three\n, "@four", @one').parameters]).toEqual([
      'one',
    ]);
  });

  it.each([
    ['  select 1', 'SELECT'],
    ['/* a */ With x as (select 1) select 1', 'WITH'],
    ['-- a\n(select 1)', 'SELECT'],
    ["'select'", "'select'"],
    ['', ''],
  ])('finds for %j the verb %j', (text, verb) => {
    expect(readQueryText(text).verb).toBe(verb);
  });

  it('survives unclosed quotes and comments', () => {
    expect(readQueryText("select 'a; b").hasMore).toBe(false);
    expect(readQueryText('select /* ; b').hasMore).toBe(false);
  });

  it('reads a megabyte instantly', () => {
    const startedAt = performance.now();
    readQueryText(`select '${"''".repeat(250_000)}' ${'-'.repeat(500_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('the names of common table expressions', () => {
  it.each([
    ['with Role as (select 1) select * from Role', ['Role']],
    ['with recursive a(x, y) as (select 1, 2), b as not materialized (select 1) select 1', ['a', 'b']],
    [
      'with "a""b" as(select 1), [c d] as materialized (select 1), `e` as (select 1) select 1',
      ['a"b', 'c d', 'e'],
    ],
    ["with 'a'/* as */(x)-- as\nas (with inner_one as (select 1) select 1) select 1", ['a', 'inner_one']],
    ['select 1 as a, (select 2) as b from Role as c', []],
    ["select ' a as (', cast(1 as text) as c", []],
  ])('in %j are %j', (text, names) => {
    expect(commonTableNames(text)).toEqual(names);
  });
});
