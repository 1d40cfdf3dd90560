import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** How a state came to be known. Only the first three were ever on the tenant. */
export const versionSourceSchema = z.enum([
  /** This desk applied it. */
  'applied',
  /** This desk applied it to take a change back. */
  'undone',
  /** It was read from the tenant: somebody put it there by other means. */
  'seen',
  /** A draft that was about to give way to another text. */
  'draft',
  /** It was read from a file of a linked folder. */
  'folder',
]);

/** A state of a thing that this desk has seen or made, without the state itself. */
const versionSummarySchema = z.strictObject({
  id: z.number().int(),
  source: versionSourceSchema,
  /** Whoever put it where it was; empty where that is not known. */
  author: z.string(),
  /** When it was applied, seen or kept. */
  notedAt: timestampSchema,
  /** The change of the history that applied it. */
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
  /** Of one thing, whatever identifiers it has had; newest first. Kept in this profile: no tenant is asked. */
  'versions.list': method(z.strictObject(target), z.array(versionSummarySchema), local),
  /** Throws `not-found` for one that was pruned, `record-unreadable` for one of another version of the desk. */
  'versions.get': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.number().int().nonnegative() }),
    versionSchema,
    local,
  ),
  /** Keeps the saved draft of a thing as a version, so that another text may take its place. */
  'versions.storeDraft': method(z.strictObject(target), z.undefined(), local),
} as const;
