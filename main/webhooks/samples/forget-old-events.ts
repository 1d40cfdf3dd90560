import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';

/** Cache key of the last read events: one reading per tenant, in the profile's database. */
export const pastEventsKey = 'past-events';

const dayMs = 86_400_000;

/** Events show what users did: they are stored for a documented time, whether they are viewed again or not. */
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
