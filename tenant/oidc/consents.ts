import type { DatabaseSync } from 'node:sqlite';

/** Consents of users to applications. Deleted with the user and with the application. */
export interface Consents {
  /** Whether the user has consented to all of these scopes for the application. */
  covers(userId: string, applicationId: string, scopes: readonly string[]): boolean;
  /** Adds to earlier consents. */
  add(userId: string, applicationId: string, scopes: readonly string[]): void;
}

export function createConsents(database: DatabaseSync): Consents {
  const select = database.prepare('SELECT scopes FROM consent WHERE user_id = ? AND application_id = ?');
  const upsert = database.prepare(
    `INSERT INTO consent (user_id, application_id, scopes) VALUES (?, ?, ?)
     ON CONFLICT (user_id, application_id) DO UPDATE SET scopes = excluded.scopes`,
  );
  const storedScopes = (userId: string, applicationId: string): readonly string[] => {
    const scopes = select.get(userId, applicationId)?.['scopes'];
    return typeof scopes === 'string' ? scopes.split(' ') : [];
  };
  return {
    covers(userId, applicationId, scopes) {
      const granted = storedScopes(userId, applicationId);
      return scopes.every((scope) => granted.includes(scope));
    },
    add(userId, applicationId, scopes) {
      const all = new Set([...storedScopes(userId, applicationId), ...scopes]);
      upsert.run(userId, applicationId, [...all].join(' '));
    },
  };
}
