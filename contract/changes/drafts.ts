import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

const draftKey = { tenantId: tenantIdSchema, kind: kindNameSchema, targetId: targetIdSchema };

const draftKeySchema = z.strictObject(draftKey);

/** Set for a draft written by another version of Tenant Desk, which can only be exported or removed. */
const unreadable = z.string().optional();

const draftSummarySchema = z.strictObject({
  ...draftKey,
  /** Title in lists. */
  title: z.string(),
  savedAt: timestampSchema,
  /** Incremented with each save: a view with another number has missed edits from another window. */
  revision: z.number().int(),
  /** Why it last failed to apply. */
  error: z.optional(deskErrorSchema),
  /** Why it can't be opened. */
  unreadable,
  /** Discarding it loses nothing: its content is empty or also stored elsewhere. Not counted as a user's draft. */
  losesNothing: z.literal(true).optional(),
});

const draftSchema = z.strictObject({
  ...draftSummarySchema.omit({ unreadable: true, losesNothing: true }).shape,
  /** The edited item in the shape of its kind; may be incomplete. */
  state: z.json(),
  /** The tenant's version when editing started; null for a new item. */
  base: z.json().nullable(),
});

/** Added, changed and removed drafts, across all tenants. */
export const draftChangesSchema = z.strictObject({
  changed: z.array(draftSummarySchema),
  removed: z.array(draftKeySchema),
});

export type DraftChanges = z.infer<typeof draftChangesSchema>;
export type DraftKey = z.infer<typeof draftKeySchema>;
export type Draft = z.infer<typeof draftSchema>;
export type DraftStatus = z.infer<typeof draftStatusSchema>;
export type AppliedDraft = z.infer<typeof appliedDraftSchema>;
export type DraftSummary = z.infer<typeof draftSummarySchema>;

/** Status of a draft compared with the cached tenant data. Makes no request to the tenant. */
const draftStatusSchema = z.strictObject({
  ...draftKey,
  /** The save that this status refers to. */
  revision: z.number().int(),
  /**
   * `clean`: it equals the tenant's version. `conflict`: since its base, the tenant's version changed in the same parts, or was
   * deleted.
   */
  state: z.enum(['clean', 'changed', 'conflict']),
  /** Labels of the parts that would be changed. */
  changes: z.array(z.string()),
  /** Labels of the parts that both sides changed; empty if the item was deleted. */
  conflicts: z.array(z.string()),
  /** When the compared tenant data was read; null if the item isn't cached, or is new. */
  comparedWith: timestampSchema.nullable(),
  /** When an earlier save was applied, if that was recent: the draft is what remains. */
  appliedAt: timestampSchema.optional(),
});

/** A draft that was recently applied completely. */
const appliedDraftSchema = z.strictObject({
  ...draftKey,
  /** Empty if the item was deleted. */
  targetId: z.string(),
  title: z.string(),
  appliedAt: timestampSchema,
  /** The history entry that applied it. */
  planId: z.string(),
});

/** How long an applied draft is shown as applied, in milliseconds. */
export const appliedStatusMs = 10 * 60 * 1000;

const local = { lane: 'local' } as const;

export const draftMethods = {
  /**
   * The draft is on disk when this returns. `revision` is the last known one, null for the first save; throws `draft-changed`. A
   * save that overlaps with applying the draft is rebased on the applied version, under the item's new ID.
   */
  'drafts.save': method(
    z.strictObject({
      ...draftKey,
      state: z.json(),
      base: z.json().nullable(),
      revision: z.number().int().nullable(),
      /** True if the user resolved a conflict with the tenant's current version: `base` is the new starting point. */
      resolvesBase: z.boolean().optional(),
    }),
    z.strictObject({
      ...draftSummarySchema.shape,
      /** The saved state, if credentials in it were replaced by placeholders. */
      redacted: z.json().optional(),
      /** The new base, if it isn't the one that was sent. */
      base: z.json().nullable().optional(),
    }),
    local,
  ),
  'drafts.get': method(draftKeySchema, draftSchema.optional(), local),
  'drafts.list': method(
    z.strictObject({ tenantId: tenantIdSchema.optional() }),
    z.array(draftSummarySchema),
    local,
  ),
  /** Status of all readable drafts of all tenants, and recently applied drafts, newest first. */
  'drafts.standings': method(
    nothingSchema,
    z.strictObject({ drafts: z.array(draftStatusSchema), applied: z.array(appliedDraftSchema) }),
    local,
  ),
  /** The tenant's version after a save was applied, and the item's current ID; undefined if it wasn't applied. */
  'drafts.applied': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      kind: kindNameSchema,
      revision: z.number().int(),
    }),
    z.strictObject({ targetId: z.string(), state: z.json() }).optional(),
    local,
  ),
  /** Discards it; recently discarded drafts can be restored. */
  'drafts.discard': method(draftKeySchema, z.undefined(), local),
  /** Restores the newest discarded draft of this item; throws `not-found`, or `draft-changed` if there is a newer draft. */
  'drafts.restore': method(draftKeySchema, draftSummarySchema, local),
  /** Saves the stored JSON of a draft to a file, readable or not; undefined: no file chosen. */
  'drafts.export': method(draftKeySchema, z.strictObject({ fileName: z.string() }).optional(), local),
} as const;
