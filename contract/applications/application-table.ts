import type { ApplicationSummary } from './application-summary.ts';
import { compareNames } from '../values/name-order.ts';
import { isRecord } from '../values/guard.ts';

/**
 * The list of applications, stored by column. Ten thousand applications share a few types, categories and templates: as row
 * objects they take more than three times the bytes, and three times as long to write, copy and read.
 */
export interface ApplicationTable {
  readonly count: number;
  readonly columns: Readonly<Record<keyof ApplicationSummary, Column>>;
}

interface Column {
  /** One per row; with `at`, each distinct value once. */
  readonly values: readonly string[];
  /** For each row, the index of its value in `values`. */
  readonly at?: readonly number[];
}

const members = [
  'id',
  'name',
  'description',
  'type',
  'category',
  'state',
  'icon',
  'templateName',
  'serviceName',
] as const satisfies readonly (keyof ApplicationSummary)[];

/** Sorted by name. */
export function tableOf(applications: readonly ApplicationSummary[]): ApplicationTable {
  const rows = applications.toSorted((a, b) => compareNames(a.name, b.name));
  const columns = members.map((member) => [member, columnOf(rows.map((row) => row[member]))] as const);
  return { count: rows.length, columns: Object.fromEntries(columns) as ApplicationTable['columns'] };
}

export function rowsOf({ count, columns }: ApplicationTable): ApplicationSummary[] {
  const { id, name, description, type, category, state, icon, templateName, serviceName } = columns;
  return Array.from({ length: count }, (_, row) => ({
    id: valueAt(id, row),
    name: valueAt(name, row),
    description: valueAt(description, row),
    type: valueAt(type, row),
    category: valueAt(category, row),
    state: valueAt(state, row),
    icon: valueAt(icon, row),
    templateName: valueAt(templateName, row),
    serviceName: valueAt(serviceName, row),
  }));
}

/** Handwritten: validating ninety thousand values with a schema takes longer than the rest of the response. */
export function isApplicationTable(value: unknown): value is ApplicationTable {
  if (!isRecord(value) || !isRecord(value['columns'])) return false;
  const { count, columns } = value;
  return (
    typeof count === 'number' &&
    Object.keys(columns).length === members.length &&
    members.every((member) => isColumn(columns[member], count)) &&
    hasIdentifiers(columns['id'])
  );
}

function columnOf(values: readonly string[]): Column {
  const indexes = new Map<string, number>();
  const at = values.map((value) => {
    const index = indexes.get(value) ?? indexes.size;
    indexes.set(value, index);
    return index;
  });
  return indexes.size > values.length / 2 ? { values } : { values: [...indexes.keys()], at };
}

function valueAt({ values, at }: Column, row: number): string {
  return values[at === undefined ? row : (at[row] ?? -1)] ?? '';
}

function isColumn(value: unknown, count: number): value is Column {
  if (!isRecord(value)) return false;
  const { values, at } = value;
  if (!Array.isArray(values) || !values.every((text) => typeof text === 'string')) return false;
  if (at === undefined) return values.length === count;
  return Array.isArray(at) && at.length === count && at.every((index) => isIndexOf(values, index));
}

const isIndexOf = (values: readonly unknown[], index: unknown): boolean =>
  typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < values.length;

const hasIdentifiers = (column: unknown): boolean =>
  isRecord(column) &&
  Array.isArray(column['values']) &&
  column['values'].every((id: string) => id.length > 0 && id.length <= 256);
