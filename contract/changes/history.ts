import { z } from 'zod';
import { kindNameSchema, planSchema } from './changes.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** An applied plan, or a record of another version of Tenant Desk, which can only be exported or removed. */
const historyEntrySchema = z.discriminatedUnion('isReadable', [
  z.strictObject({ isReadable: z.literal(true), plan: planSchema }),
  z.strictObject({
    isReadable: z.literal(false),
    id: z.string(),
    tenantId: z.string(),
    appliedAt: timestampSchema,
    /** What couldn't be read. */
    reason: z.string(),
  }),
]);

/** An item that was deleted with this profile, is stored completely, and wasn't restored. */
export const deletedItemSchema = z.strictObject({
  /** The plan item that deleted it, used to restore it. */
  itemId: z.string(),
  planId: z.string(),
  name: z.string(),
  /** Type as classified by its kind: `Web - SAML`. Empty for none. */
  type: z.string(),
  deletedAt: timestampSchema,
  /** Empty if unknown. */
  deletedBy: z.string(),
});

export type DeletedItem = z.infer<typeof deletedItemSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Older ones are only in the history. */
export const maxDeleted = 10_000;

const local = { lane: 'local' } as const;

export const historyMethods = {
  /** Newest first. */
  'history.list': method(
    z.strictObject({
      tenantId: tenantIdSchema.optional(),
      /** Only plans that changed this item. */
      targetId: z.string().optional(),
      limit: z.number().int().min(1).max(10_000).default(500),
    }),
    z.array(historyEntrySchema),
    local,
  ),
  /** Newest first. Doesn't include items deleted by others, which aren't stored. */
  'history.deleted': method(
    z.strictObject({ tenantId: tenantIdSchema, kind: kindNameSchema }),
    z.array(deletedItemSchema).max(maxDeleted),
    local,
  ),
  /** Writes each item as a JSON line to a file; undefined: no file chosen. */
  'history.export': method(
    z.strictObject({ tenantId: tenantIdSchema.optional(), id: z.string().optional() }),
    z.strictObject({ fileName: z.string(), count: z.number().int() }).optional(),
    local,
  ),
  /** Removes an unreadable entry; readable ones can't be removed (`invalid-input`). */
  'history.remove': method(z.strictObject({ id: z.string() }), z.undefined(), local),
} as const;
