import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { timestampSchema } from './identifiers.ts';

/**
 * The answer to every read: the data with its age. `cache` means that the tenant could not be asked (then
 * `error` says why) or that a cached answer was wanted.
 */
export function snapshotSchema<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    data,
    fetchedAt: timestampSchema,
    source: z.enum(['tenant', 'cache']),
    error: z.optional(deskErrorSchema),
    /** Entries that the tenant gave and that cannot be used, where there are any: they are not in the data. */
    leftOut: z.number().int().positive().optional(),
  });
}

export interface Snapshot<Data> {
  readonly data: Data;
  /** Milliseconds since the epoch at which the tenant gave this data. */
  readonly fetchedAt: number;
  readonly source: 'tenant' | 'cache';
  readonly error?: z.infer<typeof deskErrorSchema> | undefined;
  readonly leftOut?: number | undefined;
}

/**
 * How a read may be answered: `tenant-first` asks the tenant and falls back to the last snapshot, `cache-first`
 * answers with the last snapshot when there is one (a view shows it at once and asks again behind).
 */
export const freshnessSchema = z.enum(['tenant-first', 'cache-first']).default('tenant-first');
