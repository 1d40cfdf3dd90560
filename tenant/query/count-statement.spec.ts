import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { countStatement } from './count-statement.ts';

const database = new DatabaseSync(':memory:');
database.exec(`CREATE TABLE t (a INTEGER, b TEXT); CREATE TABLE "from" (c);
  INSERT INTO t VALUES (1, 'x'), (2, 'y'), (2, 'z'), (NULL, 'order by'); INSERT INTO "from" VALUES (1), (2)`);

const count = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];

it.each([
  'select a from t',
  'select * from t order by b desc, a',
  "select a, ' from x ' as f, \"b\" from t where b <> 'order by' ORDER BY a",
  'select a from t where a in (select a from t order by a limit 1) order by a',
  'select distinct a from t',
  'select count(*) from t',
  'select max(a) from t order by 1',
  'select upper(b) from t order by b',
  'select a, count(*) from t group by a order by a',
  'select a from t limit 2',
  'select a from t union select c from "from" order by a',
  'select a from t union all select 1',
  'with w as (select a from t) select a from w order by a',
  'select x.a, f.c from t x join "from" f on f.c = x.a order by x.a',
  'select x.a from t x left join (select c from "from") f on f.c = x.a -- order by nothing',
  'select (select 1) as n from t order by n',
  'select a as n from (select a from t order by b limit 3) order by n',
  'select 1 as one',
  'values (1), (2)',
  'select sum(a) over (order by a) from t',
  '/* order */ select a /* from */ from t -- limit 1',
])('counts as many rows as %j returns', (statement) => {
  expect(count(countStatement(statement))).toBe(database.prepare(statement).all().length);
});

it('counts a plain table without a subquery and without its order', () => {
  expect(countStatement('select a, b from t where a > 1 order by b')).toBe(
    'SELECT count(*) from t where a > 1 ',
  );
});
