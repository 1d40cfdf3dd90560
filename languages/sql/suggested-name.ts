import type { KnownTable } from './known-tables.ts';
import { tablesInQuery } from './tables-in-query.ts';

const unknownName = /no such (column|table)(?: name)?: ([^\s,.;]+(?:\.[^\s,.;]+)*)/;
/** Of a long name; of one with up to `shortLetters` letters, one. */
const maxDistance = 2;
const shortLetters = 4;

/**
 * What a query likely means by the name of a column or table that the tenant's message says doesn't exist. Undefined if
 * no known name is spelled similarly, or several equally.
 */
export function suggestedName(
  query: string,
  message: string,
  tables: readonly KnownTable[],
): string | undefined {
  const [, kind, name = ''] = unknownName.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const parts = name.replaceAll(/["[\]`]/g, '').split('.');
  const wanted = parts.at(-1) ?? name;
  const known =
    kind === 'table' ? tables.map((table) => table.name) : columnsOf(tablesOf(query, parts.at(-2), tables));
  return nearestOf(wanted, known);
}

/** The tables that a column may be of: that with this alias, else those of the query. */
function tablesOf(query: string, alias: string | undefined, tables: readonly KnownTable[]): KnownTable[] {
  const uses = tablesInQuery(query).filter((use) => alias === undefined || isSame(use.alias, alias));
  return tables.filter((table) => uses.some((use) => isSame(use.name, table.name)));
}

const columnsOf = (tables: readonly KnownTable[]): string[] => [
  ...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name))),
];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function nearestOf(wanted: string, known: readonly string[]): string | undefined {
  const limit = wanted.length <= shortLetters ? 1 : maxDistance;
  const near = known
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  const [first, second] = near;
  return first !== undefined && first.distance === second?.distance ? undefined : first?.name;
}

/** How many letters to insert, delete, replace or swap with their neighbor to turn one text into the other. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isEqual = one[at - 1] === other[to - 1];
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      row[to] = Math.min(
        (last[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (last[to - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped ? (beforeLast[to - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
