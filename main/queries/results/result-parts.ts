/**
 * SQLite allows 2,000 columns in a table, so a result has as many tables as it needs, and each row has the same ID in all of
 * them. Columns are numbered: the names used by the tenant are never part of SQL.
 */
const maxColumns = 1500;

/** At least one, for rows without any column. */
export const partCount = (width: number): number => Math.max(1, Math.ceil(width / maxColumns));
export const partOf = (column: number): number => Math.floor(column / maxColumns);
export const storedColumn = (column: number): string => `c${column}`;

export function columnsOfPart(part: number, width: number): number[] {
  const first = part * maxColumns;
  return Array.from({ length: Math.max(0, Math.min(maxColumns, width - first)) }, (_, at) => first + at);
}
