import type { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { allowsCache } from '../../../contract/errors/errors.ts';
import type { freshnessSchema, Snapshot } from '../../../contract/schema/snapshot.ts';
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.ts';

/** The snapshot store, and the clock for its timestamps (milliseconds since the epoch). */
export interface SnapshotCache {
  readonly snapshots: SnapshotStore;
  readonly now: () => number;
}

export interface ReadThrough<Schema extends z.ZodType> {
  readonly tenantId: string;
  /** Key of the read within the tenant, for example `applications` or `script:<id>`. */
  readonly key: string;
  readonly freshness: z.output<typeof freshnessSchema>;
  /** Validates a stored snapshot. */
  readonly schema: Schema;
  /** True for large, frequently read data: all readers share the same object, which must not be mutated. */
  readonly isShared?: boolean;
  readonly fetch: () => Promise<z.output<Schema>>;
}

/**
 * Reads from the tenant or from the last snapshot, and caches the tenant's data. If the tenant can't be reached, returns the last
 * snapshot together with the error; throws the error if there is none.
 */
export async function readThrough<Schema extends z.ZodType>(
  cache: SnapshotCache,
  read: ReadThrough<Schema>,
): Promise<Snapshot<z.output<Schema>>> {
  const { tenantId, key, schema } = read;
  const readStored = (): Promise<StoredSnapshot<z.output<Schema>> | undefined> =>
    cache.snapshots.readInChunks(tenantId, key, schema, { isShared: read.isShared });
  if (read.freshness === 'tenant-only') {
    return { data: await read.fetch(), fetchedAt: cache.now(), source: 'tenant' };
  }
  if (read.freshness === 'cache-first') {
    const stored = await readStored();
    if (stored !== undefined) return { ...stored, source: 'cache' };
  }
  try {
    const data = await read.fetch();
    const fetchedAt = cache.now();
    await cache.snapshots.writeInChunks(tenantId, key, data, fetchedAt);
    return { data, fetchedAt, source: 'tenant' };
  } catch (error) {
    if (!(error instanceof DeskFailure) || !allowsCache(error.code)) throw error;
    const stored = await readStored();
    if (stored === undefined) throw error;
    return { ...stored, source: 'cache', error: error.error };
  }
}
