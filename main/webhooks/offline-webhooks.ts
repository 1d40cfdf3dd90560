import type { Webhook } from '../../contract/webhooks.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';

/** Where the list of webhooks is kept for when the tenant cannot be asked. */
export const webhooksKey = 'webhooks';

/** Keeps the offline copy of the list as new as what a change has read of the tenant. */
export interface OfflineWebhooks {
  noteRead(tenantId: string, webhooks: readonly Webhook[]): void;
  /** Writes what was read last: once for each change, for the list may be long. */
  keep(tenantId: string): void;
}

export function createOfflineWebhooks({ snapshots, now }: SnapshotCache): OfflineWebhooks {
  const lastReads = new Map<string, { readonly webhooks: readonly Webhook[]; readonly readAt: number }>();
  return {
    noteRead(tenantId, webhooks) {
      lastReads.set(tenantId, { webhooks, readAt: now() });
    },
    keep(tenantId) {
      const last = lastReads.get(tenantId);
      if (last === undefined) return;
      snapshots.write(tenantId, webhooksKey, last.webhooks, last.readAt);
      lastReads.delete(tenantId);
    },
  };
}
