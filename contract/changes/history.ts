import { z } from 'zod';
import { kindNameSchema, planSchema } from './changes.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** A plan that was applied; or a record of another version of Tenant Desk, which can only be saved or removed. */
const historyEntrySchema = z.discriminatedUnion('isReadable', [
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

/** A thing that was deleted with this profile, is kept whole, and was not brought back. */
export const deletedItemSchema = z.strictObject({
  /** The item that deleted it, by which it is brought back. */
  itemId: z.string(),
  planId: z.string(),
  name: z.string(),
  /** As its kind sorts such things: `Web - SAML`. Empty where it does not. */
  type: z.string(),
  deletedAt: timestampSchema,
  /** Empty where it is not known. */
  deletedBy: z.string(),
});

export type DeletedItem = z.infer<typeof deletedItemSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The oldest beyond are found in the history alone. */
export const maxDeleted = 10_000;

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
  /** The last first. What others have deleted is not in it, for nobody has kept that. */
  'history.deleted': method(
    z.strictObject({ tenantId: tenantIdSchema, kind: kindNameSchema }),
    z.array(deletedItemSchema).max(maxDeleted),
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
