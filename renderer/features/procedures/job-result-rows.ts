import type { CellValue, GridColumn } from '../../ui/index.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';

interface ResultRows {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** The result of a job as a table, if it has the format of a query result; otherwise undefined. */
export function resultRows(result: string): ResultRows | undefined {
  const { Results: listed } = objectOf(parseExact(result)) ?? {};
  if (!Array.isArray(listed)) return undefined;
  const rows = listed.map((each: unknown) => objectOf(objectOf(each)?.['Row']));
  if (!rows.every((row) => row !== undefined)) return undefined;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return undefined;
  return {
    columns: names.map((title, at) => ({ key: String(at), title })),
    rows: rows.map((row) => names.map((name) => (Object.hasOwn(row, name) ? row[name] : null))),
  };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
