import type { DatabaseSync } from 'node:sqlite';

/** Named JSON values of one tenant: its configuration, cookie keys, and seeding state. */
export interface Settings {
  /** Undefined if the name was never set. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

export function createSettings(database: DatabaseSync): Settings {
  const select = database.prepare('SELECT value FROM tenant_setting WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO tenant_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    read(name) {
      const row = select.get(name);
      return typeof row?.['value'] === 'string' ? (JSON.parse(row['value']) as unknown) : undefined;
    },
    write(name, value) {
      upsert.run(name, JSON.stringify(value));
    },
  };
}
