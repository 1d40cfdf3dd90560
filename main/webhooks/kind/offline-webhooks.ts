import { z } from 'zod';
import type { Webhook, WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookSchema, webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import type { ReadCached } from '../../changes/kind/change-kind.ts';
import type { StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';

/** Cache key of the webhook list. */
export const webhooksKey = 'webhooks';

/** Updates the offline copy of the list with what a change has read. */
export interface OfflineWebhooks {
  noteRead(tenantId: string, webhooks: readonly Webhook[]): void;
  /** Writes the last read list: once per change, because the list may be long. */
  keep(tenantId: string): void;
  /** The last read webhooks; undefined when they never were. */
  list(tenantId: string): StoredSnapshot<readonly Webhook[]> | undefined;
  /** The webhooks as last read. */
  cached(tenantId: string): ReadCached<WebhookState>;
}

const listSchema = z.array(webhookSchema);

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
    list: (tenantId) => snapshots.read(tenantId, webhooksKey, listSchema),
    cached(tenantId) {
      const stored = snapshots.read(tenantId, webhooksKey, listSchema);
      if (stored === undefined) return () => undefined;
      const { fetchedAt } = stored;
      const byId = new Map(stored.data.map((webhook) => [webhook.id, webhook]));
      return (id) => {
        const webhook = byId.get(id);
        return { state: webhook === undefined ? null : webhookStateOf(webhook), fetchedAt };
      };
    },
  };
}
