import type { BackupTable, StoredRow } from '../platform/storage/backup-table.ts';
import type { Database } from '../platform/storage/database.ts';
import type { StagedBackup } from './staged-backup.ts';
import { selectChildren } from './staged-backup.ts';
import type { TenantMapping } from './tenant-mapping.ts';

/** A record of a backup beside what this profile has under the same key. */
export interface ComparedRow {
  readonly table: BackupTable;
  /** With the IDs of this profile. */
  readonly row: StoredRow;
  readonly children: readonly { readonly table: BackupTable; readonly row: StoredRow }[];
  readonly state: 'added' | 'same' | 'differing';
  /** Undefined for an added one. */
  readonly existing: StoredRow | undefined;
}

/** Every record of the backup that belongs in this profile, table by table. Lazy: rows may be restored between two. */
export function* compareRows(
  staged: Pick<StagedBackup, 'children' | 'rows'>,
  mapping: TenantMapping,
  database: Database,
  tables: readonly BackupTable[],
): Generator<ComparedRow> {
  for (const table of tables.filter(({ parent }) => parent === undefined)) {
    const childTables = tables.filter(({ parent }) => parent?.table === table.table);
    const find = createFinder(database, table);
    for (const arrived of staged.rows(table)) {
      const row = mapping.toLocal(arrived);
      if (table.tenant !== undefined && mapping.isDenied(row[table.tenant])) continue;
      const children = childTables.flatMap((child) =>
        staged
          .children(child, arrived['id'] ?? null)
          .map((each) => ({ table: child, row: mapping.toLocal(each) })),
      );
      const found = find(row);
      const existing = found !== undefined && table.isRemoved?.(found) === true ? undefined : found;
      const isSame =
        existing !== undefined &&
        isEqual(table, existing, row) &&
        childTables.every((child) => hasSameChildren(database, child, existing, children));
      const state = existing === undefined ? 'added' : isSame ? 'same' : 'differing';
      yield { table, row, children, state, existing };
    }
  }
}

/** SQL that is true for the row with a key, whose values are those of `keyOf`. */
export const conditionOf = (key: BackupTable['key']): string =>
  key.map((column) => `${column} = ?`).join(' AND ');

export const keyOf = (key: BackupTable['key'], row: StoredRow): StoredRow[string][] =>
  key.map((column) => row[column] ?? null);

/** Finds the row with the same key. */
export function createFinder(
  database: Database,
  { table, key, row: schema }: BackupTable,
): (row: StoredRow) => StoredRow | undefined {
  const columns = Object.keys(schema.shape).join(', ');
  const select = database.prepare(`SELECT ${columns} FROM ${table} WHERE ${conditionOf(key)} LIMIT 1`);
  return (row) => {
    const found: unknown = select.get(...keyOf(key, row));
    return found === undefined ? undefined : (found as StoredRow);
  };
}

function hasSameChildren(
  database: Database,
  child: BackupTable,
  existing: StoredRow,
  children: ComparedRow['children'],
): boolean {
  const here = selectChildren(database, child, existing['id']) as StoredRow[];
  const arriving = children.filter(({ table }) => table === child);
  if (here.length !== arriving.length) return false;
  return here.every((row, index) => {
    const other = arriving[index]?.row;
    return other !== undefined && isEqual(child, row, other);
  });
}

function isEqual(
  { row: schema, assigned = [], incidental = [] }: BackupTable,
  one: StoredRow,
  other: StoredRow,
): boolean {
  const ignored = new Set([...assigned, ...incidental]);
  return Object.keys(schema.shape).every((column) => ignored.has(column) || one[column] === other[column]);
}
