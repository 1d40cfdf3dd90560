import type { NounMigrations } from '../platform/storage/migration.ts';

export const tenantMigrations: NounMigrations = {
  noun: 'tenants',
  steps: [
    `CREATE TABLE tenants (
       id TEXT PRIMARY KEY,
       -- The profile as the contract has it, without its identifier and without secrets.
       profile TEXT NOT NULL,
       -- By which an embedded tenant is known again at the next start; null for all others.
       embedded_key TEXT UNIQUE,
       position INTEGER NOT NULL
     ) STRICT`,
  ],
};
