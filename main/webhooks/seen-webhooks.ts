import { z } from 'zod';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import { webhookSchema, webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import type { TargetSuccessors } from '../changes/record/target-successors.ts';
import type { VersionedKind, VersionRecorder } from '../changes/versions/version-recorder.ts';
import type { VersionStore } from '../changes/versions/version-store.ts';
import { createYielder, mapInChunks } from '../platform/timing/yielder.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { webhooksKey } from './kind/offline-webhooks.ts';

/** Told of every list that was read from a tenant. */
export type SeenWebhooks = (tenantId: string, webhooks: readonly Webhook[]) => Promise<void>;

export interface SeenWebhooksParts {
  readonly snapshots: Pick<SnapshotStore, 'readInChunks'>;
  readonly kind: VersionedKind;
  readonly store: Pick<TargetSuccessors, 'currentId'>;
  readonly versions: Pick<VersionStore, 'list'>;
  readonly keeper: Pick<VersionRecorder, 'noteSeen'>;
}

/** What changed of more at once was no person's edit, and would cost the versions of what was. */
const maxNoted = 200;

const listSchema = z.array(webhookSchema);

/**
 * Keeps as versions what others changed between two reads of the list, and what was there of webhooks that are gone.
 * What stays as it was is not written: most lists are read to see that nothing happened.
 */
export function createSeenWebhooks(parts: SeenWebhooksParts): SeenWebhooks {
  const { snapshots, kind, store, versions, keeper } = parts;
  const lastLists = new Map<string, readonly Webhook[]>();

  /** Of what the desk knows versions of, the list of before tells nothing new, and might be older than those. */
  function noteBefore(tenantId: string, webhook: Webhook): void {
    const { id } = webhook;
    // This desk replaced it: the run has noted what it was.
    if (store.currentId(tenantId, id) !== id) return;
    if (versions.list({ tenantId, kind: kind.name, targetId: id }).length > 0) return;
    keeper.noteSeen(kind, { tenantId, targetId: id }, webhookStateOf(webhook), webhook.updatedBy);
  }

  return async (tenantId, webhooks) => {
    const earlierList = lastLists.get(tenantId);
    lastLists.set(tenantId, webhooks);
    const before = earlierList ?? (await snapshots.readInChunks(tenantId, webhooksKey, listSchema))?.data;
    if (before === undefined) return;
    const turns = createYielder();
    const now = new Map(await mapInChunks(webhooks, (webhook) => [webhook.id, webhook] as const, turns));
    const different: { readonly earlier: Webhook; readonly later: Webhook | undefined }[] = [];
    for (const earlier of before) {
      if (different.length === maxNoted) break;
      if (turns.isOver()) await turns.rest();
      const later = now.get(earlier.id);
      if (later === undefined || !isAsItWas(earlier, later)) different.push({ earlier, later });
    }
    for (const { earlier, later } of different) {
      if (turns.isOver()) await turns.rest();
      noteBefore(tenantId, earlier);
      if (later === undefined) continue;
      keeper.noteSeen(kind, { tenantId, targetId: later.id }, webhookStateOf(later), later.updatedBy);
    }
  };
}

function isAsItWas(one: Webhook, other: Webhook): boolean {
  return JSON.stringify(webhookStateOf(one)) === JSON.stringify(webhookStateOf(other));
}
