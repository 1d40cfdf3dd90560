import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { timestampSchema } from './identifiers.ts';

/**
 * The result of every read: the data with its age. `cache`: the tenant couldn't be reached (`error` says why), or cached data was
 * requested.
 */
export function snapshotSchema<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    data,
    fetchedAt: timestampSchema,
    source: z.enum(['tenant', 'cache']),
    error: z.optional(deskErrorSchema),
    /** Number of unusable entries that were skipped, if any. */
    skipped: z.number().int().positive().optional(),
  });
}

export interface Snapshot<Data> {
  readonly data: Data;
  /** When the tenant returned this data, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  readonly source: 'tenant' | 'cache';
  readonly error?: z.infer<typeof deskErrorSchema> | undefined;
  readonly skipped?: number | undefined;
}

/**
 * Source of a read: `tenant-first` requests the data and falls back to the cache, `cache-first` returns cached data if available
 * (a view shows it at once and refreshes in the background), `tenant-only` neither reads nor writes the cache.
 */
export const freshnessSchema = z.enum(['tenant-first', 'cache-first', 'tenant-only']).default('tenant-first');
