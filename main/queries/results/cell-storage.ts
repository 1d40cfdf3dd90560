import type { DatabaseSync } from 'node:sqlite';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { approximate, isExactNumber } from '../../../languages/json/exact-number.ts';

/** How a cell is stored in SQLite, which has no booleans and no numbers of arbitrary precision, so both are marked. */
export type StoredCell = string | number | bigint | null | Uint8Array;

const stored = { yes: Uint8Array.of(1), no: Uint8Array.of(0) } as const;
/** The first bytes of an exact number; its text follows. */
const exactMark = 2;
const utf8 = new TextDecoder();

/** Integers are stored as such, so that SQLite shows and compares them as usual. */
export function toStored(cell: ResultCell): StoredCell {
  if (typeof cell === 'boolean') return cell ? stored.yes : stored.no;
  if (typeof cell === 'number' && Number.isSafeInteger(cell) && !Object.is(cell, -0)) return BigInt(cell);
  return isExactNumber(cell) ? Uint8Array.of(exactMark, ...Buffer.from(cell.$number)) : cell;
}

export function fromStored(value: unknown): ResultCell {
  if (value instanceof Uint8Array) {
    return value[0] === exactMark ? { $number: utf8.decode(value.subarray(1)) } : value[0] === 1;
  }
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const headFunction = 'desk_head';
const lengthFunction = 'desk_length';
const doubleFunction = 'desk_double';

/** Replacements for SQLite's `substr` and `length`, which stop at NUL. */
export function addCellFunctions(database: DatabaseSync): void {
  database.function(headFunction, { deterministic: true }, (text, count) =>
    String(text).slice(0, Number(count)),
  );
  database.function(lengthFunction, { deterministic: true }, (text) => lettersOf(String(text)));
  database.function(doubleFunction, { deterministic: true }, (cell) => {
    const value = fromStored(cell);
    return isExactNumber(value) ? approximate(value) : null;
  });
}

/** A surrogate pair counts as one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (const _letter of text) letters += 1;
  return letters;
}

/** SQL for a column whose texts are cut to so many UTF-16 units. */
export const headSql = (column: string, count: number): string =>
  `CASE WHEN typeof(${column}) = 'text' AND octet_length(${column}) > ${count} THEN ${headFunction}(${column}, ${count}) ELSE ${column} END`;

/** SQL for how many characters a text has. */
export const lengthSql = (column: string): string => `${lengthFunction}(${column})`;

/** SQL for the nearest double of a number; null for everything else. */
export const doubleSql = (column: string): string =>
  `CASE typeof(${column}) WHEN 'integer' THEN ${column} WHEN 'real' THEN ${column} WHEN 'blob' THEN ${doubleFunction}(${column}) END`;
