import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

const draftKey = { tenantId: tenantIdSchema, kind: kindNameSchema, targetId: targetIdSchema };

const draftKeySchema = z.strictObject(draftKey);

/** A draft that another version of Tenant Desk wrote: it can be saved to a file and removed, and nothing else. */
const unreadable = z.string().optional();

const draftSummarySchema = z.strictObject({
  ...draftKey,
  /** What to call it in lists. */
  title: z.string(),
  savedAt: timestampSchema,
  /** Counts the saves: a view whose number is another one has not seen what another window typed. */
  revision: z.number().int(),
  /** Why applying it failed the last time. */
  error: z.optional(deskErrorSchema),
  /** Why it cannot be opened. */
  unreadable,
  /** Nothing would be lost with it: what it holds is kept elsewhere too, or is nothing. It is none of a person's drafts. */
  losesNothing: z.literal(true).optional(),
});

const draftSchema = z.strictObject({
  ...draftSummarySchema.omit({ unreadable: true, losesNothing: true }).shape,
  /** The thing as it is typed, in the shape of its kind; it may be incomplete. */
  state: z.json(),
  /** What the tenant had when the person began; null for a new thing. */
  base: z.json().nullable(),
});

/** What came, changed or went of the drafts, over all tenants; the others are as they were. */
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

/** How a draft stands to what was read of the tenant last. Nothing is asked of the tenant for it. */
const draftStatusSchema = z.strictObject({
  ...draftKey,
  /** The save that this is said of. */
  revision: z.number().int(),
  /**
   * `clean`: it says what the tenant has. `conflict`: the tenant's own version changed since its base, where the draft
   * changes it too, or is gone.
   */
  state: z.enum(['clean', 'changed', 'conflict']),
  /** Labels of the parts that would be changed. */
  changes: z.array(z.string()),
  /** Labels of the parts that both sides changed; empty where the thing is gone. */
  conflicts: z.array(z.string()),
  /** When the tenant was read that this compares with; null where nothing of the thing is kept, or it is new. */
  comparedWith: timestampSchema.nullable(),
  /** When an earlier save of it was applied, where that was a moment ago: the draft is what remains. */
  appliedAt: timestampSchema.optional(),
});

/** A draft that was applied a moment ago, and that nothing remains of. */
const appliedDraftSchema = z.strictObject({
  ...draftKey,
  /** Empty `targetId` where its thing was deleted. */
  targetId: z.string(),
  title: z.string(),
  appliedAt: timestampSchema,
  /** The entry of the history that did it. */
  planId: z.string(),
});

/** Milliseconds for which a draft that was applied is shown as such. */
export const appliedMomentMs = 10 * 60 * 1000;

const local = { lane: 'local' } as const;

export const draftMethods = {
  /**
   * Durable when it answers. `revision` is the one last seen, null for a first save; throws `draft-changed`. A save that
   * crosses the application of its draft goes on from what was applied, under the identifier that its thing has got.
   */
  'drafts.save': method(
    z.strictObject({
      ...draftKey,
      state: z.json(),
      base: z.json().nullable(),
      revision: z.number().int().nullable(),
      /** True where the person looked at what the tenant has by now and settled it: `base` is what they begin with from here on. */
      settlesBase: z.boolean().optional(),
    }),
    z.strictObject({
      ...draftSummarySchema.shape,
      /** What was saved, where credentials in it were replaced by placeholders. */
      concealed: z.json().optional(),
      /** What the person goes on from, where that is not what was sent. */
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
  /** How all readable drafts stand, over all tenants, and those that were applied a moment ago, newest first. */
  'drafts.standings': method(
    nothingSchema,
    z.strictObject({ drafts: z.array(draftStatusSchema), applied: z.array(appliedDraftSchema) }),
    local,
  ),
  /** What the tenant has of a save since it was applied, and what its thing is known as now; undefined for one that was not. */
  'drafts.applied': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      kind: kindNameSchema,
      revision: z.number().int(),
    }),
    z.strictObject({ targetId: z.string(), state: z.json() }).optional(),
    local,
  ),
  /** Removes it; the last ones that were discarded can be restored. */
  'drafts.discard': method(draftKeySchema, z.undefined(), local),
  /** Brings back the newest draft of this thing that was discarded; throws `not-found`, or `draft-changed` where there is a newer one. */
  'drafts.restore': method(draftKeySchema, draftSummarySchema, local),
  /** Saves what is stored of a draft to a file as JSON, readable or not; undefined: no file chosen. */
  'drafts.export': method(draftKeySchema, z.strictObject({ fileName: z.string() }).optional(), local),
} as const;
