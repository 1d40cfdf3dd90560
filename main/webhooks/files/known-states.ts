import { createHash } from 'node:crypto';
import { z } from 'zod';
import { webhookSchema } from '../../../contract/webhooks/webhooks.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import { webhooksKey } from '../kind/offline-webhooks.ts';
import type { EnabledById, TravelingStates } from './traveling-state.ts';
import { enabledOf } from './traveling-state.ts';

/** What names a file by its content. */
export function digestOfFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

export interface StateSources {
  readonly traveling: TravelingStates;
  readonly cache: Pick<SnapshotCache, 'snapshots'>;
  readonly tenants: Pick<TenantDirectory, 'list'>;
}

/** Only what is looked for: a list may be long. */
const listSchema = z.array(webhookSchema.pick({ id: true, activation: true }).loose());

/**
 * Whether the webhooks of a file were enabled where they come from: as noted when this desk had the file written, else as
 * last read of a tenant that has a webhook of that identifier. Empty where neither is known. Asks no tenant.
 */
export function knownStates({ traveling, cache, tenants }: StateSources, bytes: Uint8Array): EnabledById {
  const noted = traveling.find(digestOfFile(bytes));
  if (noted !== undefined) return noted;
  const known = new Map<string, boolean | null>();
  for (const { id } of tenants.list()) {
    const kept = cache.snapshots.read(id, webhooksKey, listSchema);
    for (const webhook of kept?.data ?? []) known.set(webhook.id, enabledOf(webhook));
  }
  return known;
}
