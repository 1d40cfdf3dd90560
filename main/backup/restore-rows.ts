import type { BackupChoice } from '../../contract/backup/backup-sections.ts';
import type { BackupTable, StoredRow } from '../platform/storage/backup-table.ts';
import type { Database } from '../platform/storage/database.ts';
import type { ComparedRow } from './compare-rows.ts';
import { conditionOf, createFinder, keyOf } from './compare-rows.ts';

export interface RestoredCounts {
  added: number;
  replaced: number;
  copied: number;
  skipped: number;
}

interface RestoreOptions {
  readonly database: Database;
  readonly tables: readonly BackupTable[];
  readonly existing: BackupChoice;
  readonly newId: () => string;
}

/** Restores records in the transaction of the caller. What isn't replaced or copied stays as it is here. */
export function restoreRows(compared: Iterable<ComparedRow>, options: RestoreOptions): RestoredCounts {
  const { database, tables } = options;
  const counts: RestoredCounts = { added: 0, replaced: 0, copied: 0, skipped: 0 };
  const insert = createRowInsertion(database);
  const count = (what: keyof RestoredCounts, { isUncounted }: BackupTable): void => {
    if (isUncounted !== true) counts[what] += 1;
  };
  for (const each of compared) {
    if (each.state === 'same') continue;
    const { table, row, children } = each;
    if (each.state === 'differing' && !canReplace(each, options)) {
      count(insertCopy(each, options, insert) ? 'copied' : 'skipped', table);
      continue;
    }
    if (each.state === 'differing' || table.isRemoved !== undefined) removeRow(database, table, row);
    insert(table, row);
    for (const child of children) insert(child.table, child.row);
    count(each.state === 'added' ? 'added' : 'replaced', table);
  }
  for (const { table, reorder } of tables)
    if (reorder !== undefined && insert.tables.has(table)) database.exec(reorder);
  return counts;
}

function canReplace({ table, existing }: ComparedRow, options: RestoreOptions): boolean {
  if (options.existing !== 'replace' || existing === undefined) return false;
  return table.isReplaceable?.(existing) ?? true;
}

/** False if there can't be two of it, or the copy is here already. */
function insertCopy(
  { table, row }: ComparedRow,
  { database, tables, existing, newId }: RestoreOptions,
  insert: RowInsertion,
): boolean {
  if (existing !== 'keep-both') return false;
  const copy = table.copy?.(row, newId);
  const into = tables.find((each) => each.table === copy?.table);
  if (copy === undefined || into === undefined) return false;
  if (createFinder(database, into)(copy.row) !== undefined) return false;
  insert(into, copy.row);
  return true;
}

function removeRow(database: Database, { table, key }: BackupTable, row: StoredRow): void {
  database.prepare(`DELETE FROM ${table} WHERE ${conditionOf(key)}`).run(...keyOf(key, row));
}

interface RowInsertion {
  (table: BackupTable, row: StoredRow): void;
  /** Tables that rows were inserted into. */
  readonly tables: ReadonlySet<string>;
}

function createRowInsertion(database: Database): RowInsertion {
  const tables = new Set<string>();
  const statements = new Map<string, ReturnType<Database['prepare']>>();
  const insert = (table: BackupTable, row: StoredRow): void => {
    const { assigned = [] } = table;
    const columns = Object.keys(table.row.shape).filter((column) => !assigned.includes(column));
    const statement =
      statements.get(table.table) ??
      database.prepare(
        `INSERT INTO ${table.table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
    statements.set(table.table, statement);
    tables.add(table.table);
    const written = table.inserting?.(row, database) ?? row;
    statement.run(...columns.map((column) => written[column] ?? null));
  };
  return Object.assign(insert, { tables });
}
