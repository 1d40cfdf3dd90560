import type { DatabaseSync } from 'node:sqlite';

/** A number that increases with every row the tenant writes. All of its writes use this connection. */
export function createChangeCounter(database: DatabaseSync): () => number {
  const statement = database.prepare('SELECT total_changes() AS changes');
  return () => Number(statement.get()?.['changes']);
}
