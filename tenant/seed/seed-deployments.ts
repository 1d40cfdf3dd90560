import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';

/** Deploys some applications to some devices. */
export function seedDeployments(database: DatabaseSync, now: number): void {
  const ids = (table: 'Device' | 'Application', count: number): string[] =>
    database
      .prepare(`SELECT ID FROM ${table} ORDER BY ID LIMIT ?`)
      .all(count)
      .map((row) => String(row['ID']));
  const insert = database.prepare(
    'INSERT INTO device_application (device_id, application_id, state, deployed_at) VALUES (?, ?, ?, ?)',
  );
  const applications = ids('Application', 4);
  ids('Device', 12).forEach((device, index) => {
    applications.forEach((application, at) => {
      const state = (index + at) % 7 === 6 ? 'Pending' : 'Installed';
      insert.run(device, application, state, toStoredTime(now - (index * 4 + at) * 3_600_000));
    });
  });
}
