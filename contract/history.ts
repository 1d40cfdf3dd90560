import { z } from 'zod';
import { planSchema } from './changes.ts';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

/** A plan that was applied; or a record of another version of Tenant Desk, which can only be saved or removed. */
export const historyEntrySchema = z.discriminatedUnion('isReadable', [
  z.strictObject({ isReadable: z.literal(true), plan: planSchema }),
  z.strictObject({
    isReadable: z.literal(false),
    id: z.string(),
    tenantId: z.string(),
    appliedAt: timestampSchema,
    /** What could not be read. */
    reason: z.string(),
  }),
]);

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const local = { lane: 'local' } as const;

export const historyMethods = {
  /** Newest first. */
  'history.list': method(
    z.strictObject({
      tenantId: tenantIdSchema.optional(),
      /** Only plans that changed this thing. */
      targetId: z.string().optional(),
      limit: z.number().int().min(1).max(10_000).default(500),
    }),
    z.array(historyEntrySchema),
    local,
  ),
  /** Writes every item as a JSON line to a file; undefined: no file chosen. */
  'history.export': method(
    z.strictObject({ tenantId: tenantIdSchema.optional(), id: z.string().optional() }),
    z.strictObject({ fileName: z.string(), count: z.number().int() }).optional(),
    local,
  ),
  /** Removes an entry that cannot be read; a readable one stays (`invalid-input`). */
  'history.remove': method(z.strictObject({ id: z.string() }), z.undefined(), local),
} as const;
