import type { DatabaseSync } from 'node:sqlite';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { approximate, isExactNumber } from '../../../languages/json/exact-number.ts';

/** What SQLite holds of a cell. It knows no booleans, and must not hold them for numbers, nor any number with all its digits. */
export type StoredCell = string | number | bigint | null | Uint8Array;

const stored = { yes: Uint8Array.of(1), no: Uint8Array.of(0) } as const;
/** What the bytes of an exact number begin with; its text follows. */
const exactMark = 2;
const utf8 = new TextDecoder();

/** Whole numbers are stored as such, so that SQLite shows and compares them as people write them. */
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

/** What SQLite's `substr` and `length` do not do: they end at NUL. */
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

/** A surrogate pair is one. */
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
