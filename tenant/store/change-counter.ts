import type { DatabaseSync } from 'node:sqlite';

/** A number that grows with every row that the tenant writes. All of its writes go through this one connection. */
export function createChangeCounter(database: DatabaseSync): () => number {
  const statement = database.prepare('SELECT total_changes() AS changes');
  return () => Number(statement.get()?.['changes']);
}
