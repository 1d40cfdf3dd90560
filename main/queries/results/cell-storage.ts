import type { ResultCell } from '../../../contract/results.ts';

/** What SQLite holds of a cell. It knows no booleans, and must not hold them for numbers. */
export type StoredCell = string | number | bigint | null | Uint8Array;

const stored = { yes: Uint8Array.of(1), no: Uint8Array.of(0) } as const;

/** Whole numbers are stored as such, so that SQLite shows and compares them as people write them. */
export function toStored(cell: ResultCell): StoredCell {
  if (typeof cell === 'boolean') return cell ? stored.yes : stored.no;
  if (typeof cell === 'number' && Number.isSafeInteger(cell) && !Object.is(cell, -0)) return BigInt(cell);
  return cell;
}

export function fromStored(value: unknown): ResultCell {
  if (value instanceof Uint8Array) return value[0] === 1;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** SQL for a stored column as its cells are shown. */
export const shownSql = (column: string): string =>
  `CASE ${column} WHEN x'01' THEN 'true' WHEN x'00' THEN 'false' ELSE ${column} END`;
