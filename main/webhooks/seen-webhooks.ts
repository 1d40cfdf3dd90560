import { z } from 'zod';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import { webhookSchema, webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import type { TargetSuccessors } from '../changes/record/target-successors.ts';
import type { VersionedKind, VersionRecorder } from '../changes/versions/version-recorder.ts';
import type { VersionStore } from '../changes/versions/version-store.ts';
import { createYielder, mapInChunks } from '../platform/timing/yielder.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { webhooksKey } from './kind/offline-webhooks.ts';

/** Called with every list that was read from a tenant. */
export type SeenWebhooks = (tenantId: string, webhooks: readonly Webhook[]) => Promise<void>;

export interface SeenWebhooksParts {
  readonly snapshots: Pick<SnapshotStore, 'readInChunks'>;
  readonly kind: VersionedKind;
  readonly store: Pick<TargetSuccessors, 'currentId'>;
  readonly versions: Pick<VersionStore, 'list'>;
  readonly keeper: Pick<VersionRecorder, 'noteSeen'>;
}

/** More simultaneous changes weren't made by a person, and would displace real versions. */
const maxNoted = 200;

const listSchema = z.array(webhookSchema);

/**
 * Stores as versions what others changed between two reads of the list, including deleted webhooks.
 * Unchanged webhooks aren't written: most reads find no changes.
 */
export function createSeenWebhooks(parts: SeenWebhooksParts): SeenWebhooks {
  const { snapshots, kind, store, versions, keeper } = parts;
  const lastLists = new Map<string, readonly Webhook[]>();

  /** When versions are known, the previous list adds nothing, and might be older than those. */
  function noteBefore(tenantId: string, webhook: Webhook): void {
    const { id } = webhook;
    // Replaced here: the run has recorded the previous state.
    if (store.currentId(tenantId, id) !== id) return;
    if (versions.list({ tenantId, kind: kind.name, targetId: id }).length > 0) return;
    keeper.noteSeen(kind, { tenantId, targetId: id }, webhookStateOf(webhook), webhook.updatedBy);
  }

  return async (tenantId, webhooks) => {
    const earlierList = lastLists.get(tenantId);
    lastLists.set(tenantId, webhooks);
    const before = earlierList ?? (await snapshots.readInChunks(tenantId, webhooksKey, listSchema))?.data;
    if (before === undefined) return;
    const yielder = createYielder();
    const now = new Map(await mapInChunks(webhooks, (webhook) => [webhook.id, webhook] as const, yielder));
    const different: { readonly earlier: Webhook; readonly later: Webhook | undefined }[] = [];
    for (const earlier of before) {
      if (different.length === maxNoted) break;
      if (yielder.isOver()) await yielder.rest();
      const later = now.get(earlier.id);
      if (later === undefined || !isAsItWas(earlier, later)) different.push({ earlier, later });
    }
    for (const { earlier, later } of different) {
      if (yielder.isOver()) await yielder.rest();
      noteBefore(tenantId, earlier);
      if (later === undefined) continue;
      keeper.noteSeen(kind, { tenantId, targetId: later.id }, webhookStateOf(later), later.updatedBy);
    }
  };
}

function isAsItWas(one: Webhook, other: Webhook): boolean {
  return JSON.stringify(webhookStateOf(one)) === JSON.stringify(webhookStateOf(other));
}
