import type { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { answersFromCache } from '../../../contract/errors/errors.ts';
import type { freshnessSchema, Snapshot } from '../../../contract/schema/snapshot.ts';
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.ts';

/** Where snapshots are kept, and the clock that dates them (milliseconds since the epoch). */
export interface SnapshotCache {
  readonly snapshots: SnapshotStore;
  readonly now: () => number;
}

export interface ReadThrough<Schema extends z.ZodType> {
  readonly tenantId: string;
  /** Names the read within the tenant, for example `applications` or `script:<id>`. */
  readonly key: string;
  readonly freshness: z.output<typeof freshnessSchema>;
  /** Shape of the data, with which a stored snapshot is checked. */
  readonly schema: Schema;
  /** True for what is large and read often: the data are then shared by all who read them, and nobody changes them. */
  readonly isShared?: boolean;
  readonly fetch: () => Promise<z.output<Schema>>;
}

/**
 * Answers a read from the tenant or from the last snapshot, and keeps what the tenant said. When the tenant
 * cannot be asked the last snapshot is the answer, with the error beside it; without one the error is thrown.
 */
export async function readThrough<Schema extends z.ZodType>(
  cache: SnapshotCache,
  read: ReadThrough<Schema>,
): Promise<Snapshot<z.output<Schema>>> {
  const { tenantId, key, schema } = read;
  const readStored = (): Promise<StoredSnapshot<z.output<Schema>> | undefined> =>
    cache.snapshots.readInChunks(tenantId, key, schema, { isShared: read.isShared });
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
    if (!(error instanceof DeskFailure) || !answersFromCache(error.code)) throw error;
    const stored = await readStored();
    if (stored === undefined) throw error;
    return { ...stored, source: 'cache', error: error.error };
  }
}
