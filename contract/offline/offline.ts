import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { forTenantSchema, nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { offlineKinds } from './offline-kinds.ts';
import { method } from '../schema/method.ts';

export const offlineKindSchema = z.strictObject({
  kind: z.enum(offlineKinds),
  /** Of the run under way, or of the last one. */
  done: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  /** Why not all of it could be read. */
  error: z.optional(deskErrorSchema),
  /** When all of it was read the last time; null: never. */
  readAt: timestampSchema.nullable(),
});

export const offlineStatusSchema = z.strictObject({
  tenantId: tenantIdSchema,
  isOn: z.boolean(),
  isRunning: z.boolean(),
  /** A person stopped it: it goes on when asked to, or when it is time to read everything again. */
  isStopped: z.boolean(),
  /** When the tenant was gone through to the end the last time; null: never. */
  finishedAt: timestampSchema.nullable(),
  /** Why it waits. It goes on by itself as soon as it can. */
  error: z.optional(deskErrorSchema),
  /** On disk, of all that is kept of this tenant. */
  bytes: z.number().int(),
  kinds: z.array(offlineKindSchema),
});

export type OfflineKind = (typeof offlineKinds)[number];
export type OfflineKindState = z.infer<typeof offlineKindSchema>;
export type OfflineStatus = z.infer<typeof offlineStatusSchema>;

const local = { lane: 'local' } as const;

export const offlineMethods = {
  /** How it stands with each tenant that is or was kept offline. */
  'offline.list': method(nothingSchema, z.array(offlineStatusSchema), local),
  /** Keeps a tenant offline from now on: answers at once, `offline.changed` tells the rest. Throws `storage-…`. */
  'offline.keep': method(forTenantSchema, offlineStatusSchema, local),
  /** Reads everything again, or goes on where it was stopped. */
  'offline.refresh': method(forTenantSchema, offlineStatusSchema, local),
  /** Stops what is under way; what was read stays. */
  'offline.stop': method(forTenantSchema, offlineStatusSchema, local),
  /** Keeps the tenant no longer, and forgets what is there of it if wished. Drafts and history stay in any case. */
  'offline.leave': method(
    z.strictObject({ tenantId: tenantIdSchema, forgets: z.boolean() }),
    offlineStatusSchema,
    local,
  ),
} as const;
