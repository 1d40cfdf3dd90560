import type { StoredTexts } from '../platform/storage/stored-texts.ts';
import { removeBackups } from '../platform/storage/profile-backups.ts';
import { redactExisting } from '../webhooks/redact-existing.ts';
import { createWebhookSecrets } from '../webhooks/secrets/webhook-secrets.ts';
import type { Foundation } from './foundation.ts';

/** All stored texts about webhooks. */
const webhookTexts: readonly StoredTexts[] = [
  {
    table: 'drafts',
    key: ['tenant_id', 'kind', 'target_id'],
    tenant: 'tenant_id',
    where: `kind = 'webhook'`,
    columns: ['state', 'base', 'error'],
  },
  {
    table: 'discarded_drafts',
    key: ['sequence'],
    tenant: 'tenant_id',
    where: `kind = 'webhook'`,
    columns: ['state', 'base'],
  },
  {
    table: 'plan_items',
    key: ['sequence'],
    tenant: '(SELECT p.tenant_id FROM plans p WHERE p.id = plan_items.plan_id)',
    where: `kind IN ('webhook', 'webhook-file')`,
    columns: ['base', 'wanted', 'before', 'after', 'notes', 'outcome', 'summary', 'words', 'error'],
  },
  { table: 'plans', key: ['id'], tenant: 'tenant_id', where: 'error IS NOT NULL', columns: ['error'] },
  {
    table: 'snapshots',
    key: ['tenant_id', 'key'],
    tenant: 'tenant_id',
    where: `key = 'webhooks'`,
    columns: ['data'],
  },
];

/** Hides credentials that earlier versions stored in clear text. */
export async function redactOnStart(
  { profile, vault, log, tenantStore }: Foundation,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  await redactExisting({
    database: profile.database,
    secrets: createWebhookSecrets({ vault, randomBytes }),
    log,
    removeBackups: () => removeBackups(profile.folder),
    tenantIds: tenantStore.list().map(({ id }) => id),
    texts: webhookTexts,
    proseColumns: new Set(['summary', 'words', 'error']),
  });
}
