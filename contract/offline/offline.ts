import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { forTenantSchema, nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { offlineKinds } from './offline-kinds.ts';
import { method } from '../schema/method.ts';

export const offlineKindSchema = z.strictObject({
  kind: z.enum(offlineKinds),
  /** Of the current run, or the last one. */
  done: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  /** Why some of it couldn't be read. */
  error: z.optional(deskErrorSchema),
  /** When it was last read completely; null: never. */
  readAt: timestampSchema.nullable(),
});

export const offlineStatusSchema = z.strictObject({
  tenantId: tenantIdSchema,
  isOn: z.boolean(),
  isRunning: z.boolean(),
  /** Stopped by the user: resumes on request, or at the next scheduled sync. */
  isStopped: z.boolean(),
  /** When the tenant was last synced completely; null: never. */
  finishedAt: timestampSchema.nullable(),
  /** Why it is waiting. Resumes automatically. */
  error: z.optional(deskErrorSchema),
  /** Size of all cached data of this tenant on disk. */
  bytes: z.number().int(),
  kinds: z.array(offlineKindSchema),
});

export type OfflineKind = (typeof offlineKinds)[number];
export type OfflineKindState = z.infer<typeof offlineKindSchema>;
export type OfflineStatus = z.infer<typeof offlineStatusSchema>;

const local = { lane: 'local' } as const;

export const offlineMethods = {
  /** Status of each tenant that is or was available offline. */
  'offline.list': method(nothingSchema, z.array(offlineStatusSchema), local),
  /** Makes a tenant available offline: returns at once, `offline.changed` reports progress. Throws `storage-…`. */
  'offline.keep': method(forTenantSchema, offlineStatusSchema, local),
  /** Syncs everything again, or resumes a stopped sync. */
  'offline.refresh': method(forTenantSchema, offlineStatusSchema, local),
  /** Stops the current sync; data already read stays. */
  'offline.stop': method(forTenantSchema, offlineStatusSchema, local),
  /** Turns offline sync off and optionally deletes the cached data. Drafts and history always stay. */
  'offline.leave': method(
    z.strictObject({ tenantId: tenantIdSchema, forgets: z.boolean() }),
    offlineStatusSchema,
    local,
  ),
} as const;
