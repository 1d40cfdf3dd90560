import { changedAt } from '../../contract/values/changed-at.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { createYielder } from '../platform/timing/yielder.ts';
import { applicationKey } from './offline-applications.ts';

/**
 * When applications were last changed, by ID, in milliseconds since the epoch, according to their cached records. No list
 * of the tenant contains it.
 */
export async function readChangedTimes(
  snapshots: Pick<SnapshotStore, 'keys' | 'textAt'>,
  tenantId: string,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<Record<string, number>> {
  const start = applicationKey('');
  const yielder = createYielder();
  const times: [string, number][] = [];
  for (const { key } of snapshots.keys(tenantId, start)) {
    signal.throwIfAborted();
    const time = changedAt({ _Timestamp: snapshots.textAt(tenantId, key, '$.record._Timestamp') });
    if (time !== undefined) times.push([key.slice(start.length), time]);
    if (yielder.isOver()) await yielder.rest();
  }
  return Object.fromEntries(times);
}
