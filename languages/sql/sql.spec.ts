import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeAt } from './complete.ts';
import { knownTables } from './known-tables.ts';
import { toLiteral, UnquotableValue } from './literal.ts';
import { bindParameters, findParameters, parameterNames } from './parameters.ts';
import { splitStatements, statementAt } from './statements.ts';
import { tablesInQuery } from './tables-in-query.ts';
import { tokenize } from './tokenize.ts';

const database = new DatabaseSync(':memory:');
const ask = (sql: string): unknown => database.prepare(`SELECT ${sql} AS answer`).get()?.['answer'];
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const edgeCase = fc.oneof(
  text,
  fc.stringMatching(/^['"`\\;:\-/*[\]() a-z%\n]*$/),
  fc.constantFrom("'", "''", "' OR 1=1 --", "\\'; DROP TABLE x; --", ':name', '/*', '*/', "x' /*"),
);

/** Completion labels at the `|`. */
function labels(query: string): string[] {
  const cursor = query.indexOf('|');
  return completeAt(query.replace('|', ''), cursor, knownTables).options.map(({ label }) => label);
}

/** SQLite treats numbers without a fraction as integers, but would bind them as floats. */
const bindable = (value: string | number): string | number | bigint =>
  Number.isSafeInteger(value) ? BigInt(value) : value;

function bound(query: string, values: Parameters<typeof bindParameters>[1]): string {
  const result = bindParameters(query, values);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.text;
}

describe('tokenize', () => {
  it('covers every text without a gap', () => {
    fc.assert(
      fc.property(edgeCase, (value) => {
        const tokens = tokenize(value);
        expect(tokens.map((token) => token.text).join('')).toBe(value);
        let end = 0;
        for (const token of tokens) {
          expect(token.start).toBe(end);
          end = token.end;
        }
      }),
    );
  });

  it('treats an unclosed quote as one token up to the end', () => {
    expect(tokenize("Select 'abc ;:x").at(-1)).toMatchObject({ kind: 'unclosed', text: "'abc ;:x" });
  });
});

describe('toLiteral', () => {
  it('writes strings that the database reads unchanged', () => {
    fc.assert(
      fc.property(edgeCase, (value) => {
        expect(ask(toLiteral(value))).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes numbers that the database reads unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(ask(`CAST(${toLiteral(value)} AS REAL)`)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes lists for IN', () => {
    fc.assert(
      fc.property(fc.array(edgeCase, { minLength: 1, maxLength: 5 }), edgeCase, (list, other) => {
        expect(ask(`${toLiteral(other)} IN ${toLiteral(list)}`)).toBe(list.includes(other) ? 1 : 0);
      }),
    );
  });

  it.each([['a\0b'], ['\ud800'], [Number.NaN], [Number.POSITIVE_INFINITY], [[]]])('rejects %j', (value) => {
    expect(() => toLiteral(value)).toThrow(UnquotableValue);
  });
});

describe('bindParameters', () => {
  it('keeps malicious values inside their quotes', () => {
    fc.assert(
      fc.property(edgeCase, edgeCase, (one, other) => {
        const query = bound('Select :one AS one, :other AS other -- :one', { one, other });
        expect(database.prepare(query).get()).toEqual({ one, other });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'Select :a',
    'Select:a',
    'Select(:a)',
    "Select :a||'x'||:b",
    "Select 'it''s '||:a || :b",
    'Select upper(:a),length(:b),json_array(:a,:b)',
    'Select CASE WHEN :a=:b THEN :a ELSE :b END',
    'Select :a=:b,:a<>:b,:a<:b,:a IS :b',
    "Select :a BETWEEN :b AND 'z'",
    'Select :a LIKE :b, :b GLOB :a, iif(:a IS NULL,:b,:a)',
    'Select 5-:a, -:a, 5- -:b, +:b',
    'Select 5 -- :a\n-:b',
    'Select /* :b */:a/**/,/*\n*/:b',
    `Select ':a', ":a" FROM (Select :b AS ":a")`,
    'Select [:a] FROM (Select :a AS [:a]) WHERE [:a]=:a OR 1 ORDER BY [:a]||:b COLLATE NOCASE',
    'Select * FROM (VALUES(:a),(:b)) LIMIT 1 OFFSET 1',
    'WITH c(x) AS (Select :a UNION ALL Select :b)Select x,:a FROM c WHERE x IN(:a,:b)',
    'Select count(*) FROM (Select 1 WHERE :a)',
  ])('gives the same result as values bound by SQLite in %j', (query) => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    // Larger integers aren't exact as JavaScript numbers.
    const isExact = (each: number): boolean => Number.isSafeInteger(each) || !Number.isInteger(each);
    const value = fc.oneof(edgeCase, fc.integer(), number.filter(isExact));
    fc.assert(
      fc.property(value, value, (a, b) => {
        const prepared = database.prepare(query);
        prepared.setAllowUnknownNamedParameters(true);
        prepared.setReturnArrays(true);
        prepared.setReadBigInts(true);
        const filledIn = database.prepare(bound(query, { a, b }));
        filledIn.setReturnArrays(true);
        filledIn.setReadBigInts(true);
        expect(filledIn.all()).toEqual(prepared.all({ a: bindable(a), b: bindable(b) }));
      }),
      { numRuns: 300 },
    );
  });

  it('ignores strings, quoted names and comments', () => {
    const query = `Select ':a', ":a", [:a], \`:a\` /* :a */ from t -- :a\nwhere x = :a`;
    expect(findParameters(query)).toHaveLength(1);
    expect(bound(query, { a: 'v' })).toBe(query.replace(/= :a$/, "= 'v'"));
  });

  it('separates literals from adjacent characters', () => {
    expect(ask(bound("'a' || :b", { b: 'x' }))).toBe('ax');
    expect(bound("'a':b", { b: 'x' })).toBe("'a' 'x'");
    expect(ask(bound('5-:n', { n: -2 }))).toBe(7);
    expect(ask(bound('5-:n', { n: 2 }))).toBe(3);
  });

  it.each(['😀', '\u00a0', 'é', '½', '€'])(
    'keeps a number apart from %j, which SQLite accepts in names',
    (character) => {
      expect(bound(`Select 1 AS x${character}:n`, { n: 5 })).toBe(`Select 1 AS x${character} 5`);
    },
  );

  it('writes a list without its own parentheses inside parentheses', () => {
    fc.assert(
      fc.property(fc.array(edgeCase, { minLength: 1, maxLength: 5 }), edgeCase, (list, other) => {
        const expected = list.includes(other) ? 1 : 0;
        for (const text of [':other IN :list', ':other IN (:list)', ':other IN ( :list\n)']) {
          expect(ask(bound(text, { other, list }))).toBe(expected);
        }
      }),
    );
    expect(bound('x IN (:list, :other)', { list: ['a', 'b'], other: 'c' })).toBe(`x IN ('a', 'b', 'c')`);
    expect(bound('x IN (1, :list)', { list: [2, 3] })).toBe('x IN (1, 2, 3)');
    expect(bound('(x) IN :list AND (y)', { list: [2, 3] })).toBe('(x) IN (2, 3) AND (y)');
  });

  it('does not treat :: or a colon before a digit as a parameter', () => {
    expect(parameterNames("Select a::text, '12:30', 12:30 from t where b = :b and c = :b")).toEqual(['b']);
  });

  it.each([
    ['Select Name from Role where Name = @name', ['name']],
    [
      'Select * from Event where WhenOccurred >= @StartDate and WhenOccurred <= @EndDate',
      ['StartDate', 'EndDate'],
    ],
    ["Select '@text', [@quoted] from t where a = @a and b = :a -- @comment", ['a']],
  ])('treats @name, as written in vendor reports, as a parameter: %s', (query, names) => {
    expect(parameterNames(query)).toEqual(names);
    const values = Object.fromEntries(names.map((name) => [name, "it's"]));
    const marks = new RegExp(`[:@](?:${names.join('|')})\\b`, 'g');
    expect(bindParameters(query, values)).toEqual({ ok: true, text: query.replace(marks, "'it''s'") });
  });

  it('finds no parameters in references to stored procedures', () => {
    expect(parameterNames('@@Web Applications')).toEqual([]);
    expect(parameterNames("@/lib/server/get_accounts.js(mode:'AllAccounts', newcode:true)")).toEqual([]);
    expect(parameterNames('/* note */ Select :a')).toEqual(['a']);
  });

  it('names what is missing', () => {
    expect(bindParameters('Select :a, :b, :c', { b: 1 })).toEqual({
      ok: false,
      problem: { kind: 'missing', names: ['a', 'c'] },
    });
  });

  it('does not find values in the prototype of the parameters', () => {
    expect(bindParameters('Select :constructor', {})).toMatchObject({ ok: false });
  });
});

describe('statements', () => {
  const query = "Select 1; -- one; two\nSelect ';' from t;\n\n";

  it('splits statements at semicolons outside of strings and comments', () => {
    expect(splitStatements(query).map(({ start, end }) => query.slice(start, end))).toEqual([
      'Select 1',
      "Select ';' from t",
    ]);
  });

  it('finds the statement at the cursor, or the previous one if the cursor is between two', () => {
    const at = (cursor: number): string => {
      const range = statementAt(query, cursor);
      return range === undefined ? '' : query.slice(range.start, range.end);
    };
    expect(at(3)).toBe('Select 1');
    expect(at(query.indexOf("';'"))).toBe("Select ';' from t");
    expect(at(query.length)).toBe("Select ';' from t");
    expect(statementAt(' -- nothing', 3)).toBeUndefined();
  });
});

describe('completion', () => {
  it('offers the procedures of the tenant where a query names one, and nothing among its arguments', () => {
    const procedures = [{ reference: '@/lib/all_roles.js', name: 'All roles' }];
    const at = (query: string) => completeAt(query, query.length, knownTables, procedures);
    expect(at('  @/lib/al')).toEqual({
      from: 2,
      options: [{ label: '@/lib/all_roles.js', kind: 'procedure', detail: 'All roles' }],
    });
    expect(at('@').options).toHaveLength(1);
    expect(at('@/lib/all_roles.js(a').options).toEqual([]);
    expect(at('select @').options.every(({ kind }) => kind !== 'procedure')).toBe(true);
  });

  it('knows the tables of a query and their aliases', () => {
    expect(
      tablesInQuery('Select * from Application a, Role AS r left join "User" u on u.ID = r.ID where 1=1'),
    ).toEqual([
      { name: 'Application', alias: 'a' },
      { name: 'Role', alias: 'r' },
      { name: 'User', alias: 'u' },
    ]);
  });

  it('offers tables after FROM, columns of the alias after a dot, nothing within strings', () => {
    expect(labels('Select * from |')).toContain('Application');
    expect(labels('Select r.| from Role r')).toEqual(expect.arrayContaining(['ID', 'Name', 'RoleType']));
    expect(labels('Select r.| from Role r')).not.toContain('WebAppType');
    expect(labels("Select * from Role where Name = 'a|'")).toEqual([]);
    expect(labels('Select Na| from Role')).toEqual(expect.arrayContaining(['Name', 'COUNT', 'WHERE']));
  });

  it('offers no SQL keywords in the name of a stored procedure', () => {
    expect(labels('@/lib/l|')).toEqual([]);
    expect(labels('Select 1;\n@/lib/get_apps.js(i|)')).toEqual([]);
    expect(labels('@@Web A|')).toEqual([]);
    expect(labels('@/lib/get_apps.js;\nSelect Na| from Role')).toContain('Name');
  });
});
