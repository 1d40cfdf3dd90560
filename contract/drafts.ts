import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { deskErrorSchema } from './errors.ts';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

const draftKey = { tenantId: tenantIdSchema, kind: kindNameSchema, targetId: targetIdSchema };

export const draftKeySchema = z.strictObject(draftKey);

/** A draft that another version of Tenant Desk wrote: it can be saved to a file and removed, and nothing else. */
const unreadable = z.string().optional();

export const draftSummarySchema = z.strictObject({
  ...draftKey,
  /** What to call it in lists. */
  title: z.string(),
  savedAt: timestampSchema,
  /** Counts the saves: a view whose number is another one has not seen what another window typed. */
  revision: z.number().int(),
  /** Why applying it failed the last time. */
  error: deskErrorSchema.optional(),
  /** Why it cannot be opened. */
  unreadable,
});

export const draftSchema = z.strictObject({
  ...draftSummarySchema.omit({ unreadable: true }).shape,
  /** The thing as it is typed, in the shape of its kind; it may be incomplete. */
  state: z.json(),
  /** What the tenant had when the person began; null for a new thing. */
  base: z.json().nullable(),
});

export type DraftKey = z.infer<typeof draftKeySchema>;
export type Draft = z.infer<typeof draftSchema>;
export type DraftSummary = z.infer<typeof draftSummarySchema>;

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
