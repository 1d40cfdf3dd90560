import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';

/** Where the events that were read last are kept: one reading of each tenant, in the profile's database. */
export const pastEventsKey = 'past-events';

const dayMs = 86_400_000;

/** Events say what people did: they are kept for a time that is told, whether anybody looks at them again or not. */
export function forgetOldEvents(
  snapshots: Pick<SnapshotStore, 'keys' | 'forget'>,
  tenants: readonly { readonly id: string }[],
  now: number,
): void {
  for (const { id } of tenants) {
    for (const { key, fetchedAt } of snapshots.keys(id, pastEventsKey)) {
      if (fetchedAt < now - sampleLimits.eventDays * dayMs) snapshots.forget(id, key);
    }
  }
}
