import type { DatabaseSync } from 'node:sqlite';

/**
 * One step of one area's schema. Steps of an area run in order of `version`, each once, each in a
 * transaction.
 */
export interface SchemaStep {
  readonly area: string;
  readonly version: number;
  readonly sql: string;
}

/** Updates the database schema. Throws an Error naming the step if one fails; that step is rolled back. */
export function applySchemaSteps(database: DatabaseSync, steps: readonly SchemaStep[]): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS schema_step (area TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (area, version)) STRICT',
  );
  const isDone = database.prepare('SELECT 1 FROM schema_step WHERE area = ? AND version = ?');
  const markDone = database.prepare('INSERT INTO schema_step (area, version) VALUES (?, ?)');
  const ordered = [...steps].sort((a, b) => a.area.localeCompare(b.area) || a.version - b.version);
  for (const step of ordered) {
    if (isDone.get(step.area, step.version) !== undefined) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(step.sql);
      markDone.run(step.area, step.version);
      database.exec('COMMIT');
    } catch (cause) {
      database.exec('ROLLBACK');
      throw new Error(`The tenant's schema step ${step.area}/${step.version} failed.`, { cause });
    }
  }
}
