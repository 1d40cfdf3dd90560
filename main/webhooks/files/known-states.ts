import { createHash } from 'node:crypto';
import { z } from 'zod';
import { webhookSchema } from '../../../contract/webhooks/webhooks.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { webhooksKey } from '../kind/offline-webhooks.ts';
import type { EnabledById, ExportedStates } from './exported-states.ts';
import { enabledOf } from './exported-states.ts';

/** In bytes; some milliseconds' work. */
const slice = 4 * 1024 * 1024;

/** A hash that identifies a file by its content. Yields to other work: hashing the largest file takes 50 ms. */
export async function digestOfFile(bytes: Uint8Array): Promise<string> {
  const yielder = createYielder();
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.byteLength; from += slice) {
    hash.update(bytes.subarray(from, from + slice));
    if (yielder.isOver()) await yielder.rest();
  }
  return hash.digest('base64url');
}

export interface StateSources {
  readonly exportedStates: ExportedStates;
  readonly cache: Pick<SnapshotCache, 'snapshots'>;
  readonly tenants: Pick<TenantDirectory, 'list'>;
}

/** Only the relevant members: a list may be long. */
const listSchema = z.array(webhookSchema.pick({ id: true, activation: true }).loose());

/**
 * Whether the webhooks of a file with this digest were enabled in their tenant: as recorded when Tenant Desk exported the file, else as
 * last read from a tenant that has a webhook with that ID. Empty when neither is known. Sends no requests.
 */
export function knownStates({ exportedStates, cache, tenants }: StateSources, digest: string): EnabledById {
  const noted = exportedStates.find(digest);
  if (noted !== undefined) return noted;
  const known = new Map<string, boolean | null>();
  for (const { id } of tenants.list()) {
    const cached = cache.snapshots.read(id, webhooksKey, listSchema);
    for (const webhook of cached?.data ?? []) known.set(webhook.id, enabledOf(webhook));
  }
  return known;
}
