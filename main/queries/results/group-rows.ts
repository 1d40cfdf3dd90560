import type { DatabaseSync } from 'node:sqlite';
import type { TimeBucket } from '../../../contract/queries/result-formats.ts';
import type {
  ResultCell,
  ResultGrouping,
  ResultGroups,
  ResultView,
} from '../../../contract/queries/results.ts';
import { doubleSql, fromStored, headSql, toStored } from './cell-storage.ts';
import { partOf, storedColumn } from './result-parts.ts';
import { periodsUntil } from './time-periods.ts';
import { viewCondition } from './view-order.ts';

/** Maximum distinguishable bars; ordered numbers and time periods may have more. */
const max = { categories: 24, numbers: 60, periods: 400, series: 6 } as const;
/** Characters of a value that distinguish it from others. */
const maxKeyLength = 200;

const digits = (count: number): string => '[0-9]'.repeat(count);
const day = `${digits(4)}-[01][0-9]-[0-3][0-9]`;
/** Characters of ISO 8601 that identify a period, and the pattern that a date must match to belong to one. */
const buckets = {
  minute: { length: 16, pattern: `${day}T[0-2][0-9]:[0-5][0-9]*` },
  hour: { length: 13, pattern: `${day}T[0-2][0-9]*` },
  day: { length: 10, pattern: `${day}*` },
  week: { length: 10, pattern: `${day}*` },
  month: { length: 7, pattern: `${day}*` },
  year: { length: 4, pattern: `${day}*` },
} as const satisfies Record<Exclude<TimeBucket, 'none'>, unknown>;

/**
 * Groups all rows of a view in the database. What doesn't fit in the chart becomes one more category or series; for
 * time, the latest periods are shown. A missing column counts as empty. Only numbers are summed.
 */
export function groupRows(
  database: DatabaseSync,
  width: number,
  { filters }: ResultView,
  grouping: ResultGrouping,
): ResultGroups {
  group(database, width, filters, grouping);
  try {
    return drawn(database, grouping);
  } finally {
    database.exec('DROP TABLE temp.gathered; DROP TABLE IF EXISTS temp.kept');
  }
}

/** One row for each category and series, in a table of this connection. */
function group(
  database: DatabaseSync,
  width: number,
  filters: ResultView['filters'],
  { by, bucket, series, sumOf }: ResultGrouping,
): void {
  const columns = [by, series, sumOf].flatMap((column) =>
    column !== null && column < width ? [column] : [],
  );
  const parts = [...new Set([0, ...columns.map(partOf)])].map((part) => `part${part}`);
  const expression = (column: number | null): string =>
    column === null || column >= width ? 'NULL' : storedColumn(column);
  const plainKey = (column: number | null): string => {
    const stored = expression(column);
    return `nullif(${headSql(stored, maxKeyLength)}, '')`;
  };
  const value = sumOf === null ? 'count(*)' : `total(${doubleSql(expression(sumOf))})`;
  const { where, bound } = viewCondition(filters, width);
  const joined = parts.map((part, at) => (at === 0 ? part : `JOIN ${part} USING (id)`)).join(' ');
  database.exec('CREATE TEMP TABLE gathered (key, series, value REAL, rows INTEGER)');
  database
    .prepare(
      `INSERT INTO temp.gathered SELECT ${bucket === 'none' ? plainKey(by) : periodKey(expression(by), bucket)}, ${plainKey(series)}, ${value}, count(*)
       FROM ${joined} WHERE ${where} GROUP BY 1, 2`,
    )
    .run(...bound);
}

/** The start of the period that a date belongs to; null for anything else. */
function periodKey(stored: string, bucket: Exclude<TimeBucket, 'none'>): string {
  const { length, pattern } = buckets[bucket];
  const start = `substr(${stored}, 1, ${length})`;
  // The Sunday that ends the week, and six days back. Source: ISO 8601, weeks begin on Monday.
  const key = bucket === 'week' ? `date(${start}, 'weekday 0', '-6 days')` : start;
  const date = `substr(${stored}, 1, 10)`;
  // SQLite reads February 31 as March 3.
  const isTime = `typeof(${stored}) = 'text' AND ${stored} GLOB '${pattern}' AND date(${date}) = ${date}`;
  return `CASE WHEN ${isTime} THEN ${key} END`;
}

interface Chosen {
  readonly keys: readonly ResultCell[];
  /** Series that are drawn together. */
  readonly others: number;
}

function drawn(database: DatabaseSync, { bucket, series }: ResultGrouping): ResultGroups {
  const rowCount = sum(database, '1');
  const categories = bucket === 'none' ? categoriesOf(database) : periodsOf(database, bucket);
  const first = bucket === 'none' ? undefined : categories.keys[0];
  const counts = {
    rowCount,
    rowsWithoutTime: bucket === 'none' ? 0 : sum(database, 'key IS NULL'),
    earlierRows: typeof first === 'string' ? sum(database, 'key < ?', first) : 0,
  };
  // Rows that aren't drawn don't create a series either.
  if (typeof first === 'string') database.prepare('DELETE FROM temp.gathered WHERE key < ?').run(first);
  if (bucket !== 'none') database.exec('DELETE FROM temp.gathered WHERE key IS NULL');
  const chosen = series === null ? { keys: [null], others: 0 } : greatest(database, 'series', max.series);
  return {
    categories: [...categories.keys],
    series: [...chosen.keys],
    values: valuesOf(database, categories, chosen),
    otherCategories: categories.others,
    otherSeries: chosen.others,
    ...counts,
  };
}

/** A few numbers in numeric order, or else the largest groups. */
function categoriesOf(database: DatabaseSync): Chosen {
  const isOther = "key IS NOT NULL AND typeof(key) NOT IN ('integer', 'real')";
  const others = database.prepare(`SELECT 1 FROM temp.gathered WHERE ${isOther} LIMIT 1`).get();
  const distinct = distinctOf(database, 'key');
  if (others !== undefined || distinct > max.numbers) return greatest(database, 'key', max.categories);
  const keys = database.prepare('SELECT DISTINCT key FROM temp.gathered ORDER BY key').all();
  return { keys: keys.map(({ key }) => fromStored(key)), others: 0 };
}

function periodsOf(database: DatabaseSync, bucket: Exclude<TimeBucket, 'none'>): Chosen {
  const { first, last } =
    database.prepare('SELECT min(key) AS first, max(key) AS last FROM temp.gathered').get() ?? {};
  if (typeof first !== 'string' || typeof last !== 'string') return { keys: [], others: 0 };
  return { keys: periodsUntil(first, last, bucket, max.periods), others: 0 };
}

/** The largest so many, and one more when the rest would be a single value. */
function greatest(database: DatabaseSync, column: 'key' | 'series', count: number): Chosen {
  const distinct = distinctOf(database, column);
  const limit = distinct === count + 1 ? distinct : Math.min(count, distinct);
  const rows = database
    .prepare(
      `SELECT ${column} AS key FROM temp.gathered GROUP BY ${column} ORDER BY abs(total(value)) DESC, ${column} LIMIT ${limit}`,
    )
    .all();
  return { keys: rows.map(({ key }) => fromStored(key)), others: distinct - limit };
}

/** Null counts as a value. */
function distinctOf(database: DatabaseSync, column: 'key' | 'series'): number {
  const [count] = Object.values(
    database.prepare(`SELECT count(*) FROM (SELECT 1 FROM temp.gathered GROUP BY ${column})`).get() ?? {
      count: 0,
    },
  );
  return Number(count);
}

function sum(database: DatabaseSync, where: string, ...bound: string[]): number {
  const row = database
    .prepare(`SELECT coalesce(sum(rows), 0) AS rows FROM temp.gathered WHERE ${where}`)
    .get(...bound);
  return Number(row?.['rows'] ?? 0);
}

function valuesOf(database: DatabaseSync, categories: Chosen, series: Chosen): (number | null)[][] {
  database.exec(
    'CREATE TEMP TABLE kept (axis INTEGER, key, place INTEGER); CREATE INDEX temp.kept_keys ON kept (axis, key)',
  );
  const insert = database.prepare('INSERT INTO temp.kept VALUES (?, ?, ?)');
  [categories, series].forEach(({ keys }, axis) => {
    keys.forEach((key, place) => insert.run(axis, toStored(key), place));
  });
  const lengthOf = ({ keys, others }: Chosen): number => keys.length + (others > 0 ? 1 : 0);
  const values = Array.from({ length: lengthOf(series) }, () =>
    Array.from({ length: lengthOf(categories) }, (): number | null => null),
  );
  const rows = database.prepare(
    `SELECT coalesce(c.place, ${categories.keys.length}) AS category, coalesce(s.place, ${series.keys.length}) AS series, total(value) AS value
     FROM temp.gathered AS g
     LEFT JOIN temp.kept AS c ON c.axis = 0 AND c.key IS g.key
     LEFT JOIN temp.kept AS s ON s.axis = 1 AND s.key IS g.series
     GROUP BY 1, 2`,
  );
  for (const row of rows.iterate()) {
    const own = values[Number(row['series'])];
    if (own !== undefined) own[Number(row['category'])] = finite(Number(row['value']));
  }
  return values;
}

/** Prevents infinite sums. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE || 0;
}
