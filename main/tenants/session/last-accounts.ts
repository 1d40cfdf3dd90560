import { z } from 'zod';
import type { SessionUser } from '../../../contract/tenants/session.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

export const sessionSchemaSteps: SchemaSteps = {
  noun: 'sessions',
  steps: [
    `CREATE TABLE last_accounts (
       tenant_id TEXT PRIMARY KEY,
       -- A subject means a person only together with the issuer that named it.
       issuer TEXT NOT NULL,
       subject TEXT NOT NULL,
       name TEXT,
       email TEXT
     ) STRICT, WITHOUT ROWID`,
  ],
};

/** The last signed-in account of each tenant, stored across restarts and sign-outs. */
export interface LastAccounts {
  /** Undefined if there is none, or it is from another issuer. */
  find(tenantId: string, issuer: string): SessionUser | undefined;
  save(tenantId: string, issuer: string, user: SessionUser): void;
}

const rowSchema = z.object({
  subject: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});

export function createLastAccounts(database: Database): LastAccounts {
  const select = database.prepare(
    'SELECT subject, name, email FROM last_accounts WHERE tenant_id = ? AND issuer = ?',
  );
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO last_accounts (tenant_id, issuer, subject, name, email) VALUES (?, ?, ?, ?, ?)',
  );
  const prune = database.prepare('DELETE FROM last_accounts WHERE tenant_id NOT IN (SELECT id FROM tenants)');
  return {
    find(tenantId, issuer) {
      const row = select.get(tenantId, issuer);
      if (row === undefined) return undefined;
      const { subject, name, email } = parseRow(rowSchema, row);
      return { subject, ...(name === null ? {} : { name }), ...(email === null ? {} : { email }) };
    },
    save(tenantId, issuer, { subject, name, email }) {
      upsert.run(tenantId, issuer, subject, name ?? null, email ?? null);
      prune.run();
    },
  };
}
