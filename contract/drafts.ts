import { z } from 'zod';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

export const draftKinds = ['script', 'webhook', 'origins', 'query', 'application'] as const;

const draftKey = {
  tenantId: tenantIdSchema,
  kind: z.enum(draftKinds),
  /** Identifier of the thing that is edited; `new:` and a random part for a thing that does not exist yet. */
  targetId: z.string().min(1).max(256),
};

export const draftSchema = z.strictObject({
  ...draftKey,
  /** What to call it in lists. */
  title: z.string().max(300),
  /** The text being edited; a form is JSON. */
  content: z.string().max(10_000_000),
  /** What the tenant had when the person began; null for a new thing. */
  base: z.string().max(10_000_000).nullable(),
  savedAt: timestampSchema,
});

export const draftSummarySchema = draftSchema.omit({ content: true, base: true });

export type Draft = z.infer<typeof draftSchema>;
export type DraftSummary = z.infer<typeof draftSummarySchema>;
export type DraftKind = (typeof draftKinds)[number];

export const draftMethods = {
  /** Durable when it answers. */
  'drafts.save': method(draftSchema.omit({ savedAt: true }), z.strictObject({ savedAt: timestampSchema })),
  'drafts.get': method(z.strictObject(draftKey), draftSchema.optional()),
  'drafts.list': method(z.strictObject({ tenantId: tenantIdSchema.optional() }), z.array(draftSummarySchema)),
  'drafts.discard': method(z.strictObject(draftKey), z.undefined()),
} as const;
