import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** Origin of a version. Only the first three were ever on the tenant. */
export const versionSourceSchema = z.enum([
  /** Applied from this profile. */
  'applied',
  /** Applied from this profile to undo a change. */
  'undone',
  /** Read from the tenant, changed there by other means. */
  'seen',
  /** A draft before it was replaced by another text. */
  'draft',
  /** Read from a file of a linked folder. */
  'folder',
]);

/** A known version of an item, without its state. */
const versionSummarySchema = z.strictObject({
  id: z.number().int(),
  source: versionSourceSchema,
  /** Who made it; empty if unknown. */
  author: z.string(),
  /** When it was applied, seen or stored. */
  notedAt: timestampSchema,
  /** The history entry that applied it. */
  planId: z.string().nullable(),
});

const versionSchema = z.strictObject({
  ...versionSummarySchema.shape,
  /** In the shape of its kind. */
  state: z.json(),
});

export type VersionSource = z.infer<typeof versionSourceSchema>;
export type VersionSummary = z.infer<typeof versionSummarySchema>;
export type Version = z.infer<typeof versionSchema>;

const target = { tenantId: tenantIdSchema, kind: kindNameSchema, targetId: targetIdSchema };
const local = { lane: 'local' } as const;

export const versionMethods = {
  /** Versions of one item under all its IDs, newest first. Stored in this profile; makes no request to the tenant. */
  'versions.list': method(z.strictObject(target), z.array(versionSummarySchema), local),
  /** Throws `not-found` for a pruned version, `record-unreadable` for one written by another version of Tenant Desk. */
  'versions.get': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.number().int().nonnegative() }),
    versionSchema,
    local,
  ),
  /** Stores the saved draft of an item as a version before it is replaced. */
  'versions.storeDraft': method(z.strictObject(target), z.undefined(), local),
} as const;
