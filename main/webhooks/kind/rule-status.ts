import { z } from 'zod';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Log } from '../../platform/log/log.ts';
import { createBestEffort } from '../../platform/storage/best-effort.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';
import type { Activation } from '../../tenants/endpoints/rule-record.ts';

export const webhookSchemaSteps: SchemaSteps = {
  noun: 'webhooks',
  steps: [
    `CREATE TABLE rule_status_meanings (
       tenant_id TEXT NOT NULL,
       status INTEGER NOT NULL,
       -- Null: the tenant showed the same number for both, so it means neither.
       is_enabled INTEGER,
       PRIMARY KEY (tenant_id, status)
     ) STRICT, WITHOUT ROWID`,
    // How the last test of each webhook run from this profile ended.
    `CREATE TABLE webhook_tests (
       tenant_id TEXT NOT NULL,
       webhook_id TEXT NOT NULL,
       tested_at INTEGER NOT NULL,
       succeeded INTEGER NOT NULL,
       http_status INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, webhook_id)
     ) STRICT`,
    // Headers whose values the user has shown: only names, never values.
    `CREATE TABLE shown_headers (
       tenant_id TEXT NOT NULL,
       name TEXT NOT NULL,
       PRIMARY KEY (tenant_id, name)
     ) STRICT, WITHOUT ROWID`,
  ],
};

type TenantOfRule = Pick<TenantProfile, 'id' | 'isSandbox'>;

/**
 * The meaning of a rule's status number, which the specification doesn't define. Embedded tenants report 1 for
 * disabled; for any other tenant it is learned from the effect of enabling and disabling here.
 */
export interface RuleStatusMeanings {
  /** `status` is null when the tenant returns none. */
  activation(tenant: TenantOfRule, status: number | null): Activation;
  /** From a successful POST /rules/{id}/status that changed the number. */
  learn(tenant: TenantOfRule, status: number, isEnabled: boolean): void;
}

/** Ours, see the compatibility notes: "State / status integers". */
const sandboxDisabled = 1;
const rowSchema = z.object({ is_enabled: z.number().int().nullable() });

export function createRuleStatusMeanings(database: Database, log: Log): RuleStatusMeanings {
  const select = database.prepare(
    'SELECT is_enabled FROM rule_status_meanings WHERE tenant_id = ? AND status = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO rule_status_meanings (tenant_id, status, is_enabled) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET is_enabled = iif(is_enabled = excluded.is_enabled, is_enabled, NULL)`,
  );
  const tryTo = createBestEffort(log, 'webhooks.status-not-learned');
  return {
    activation(tenant, status) {
      if (tenant.isSandbox) return status === sandboxDisabled ? 'disabled' : 'enabled';
      if (status === null) return 'unknown';
      const row = select.get(tenant.id, status);
      const isEnabled = row === undefined ? null : parseRow(rowSchema, row).is_enabled;
      if (isEnabled === null) return 'unknown';
      return isEnabled > 0 ? 'enabled' : 'disabled';
    },
    learn(tenant, status, isEnabled) {
      if (!tenant.isSandbox) tryTo(() => upsert.run(tenant.id, status, isEnabled ? 1 : 0));
    },
  };
}
