import { z } from 'zod';
import { planItemSchema, planSchema } from './changes.ts';
import { deskErrorSchema } from './errors.ts';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

const historySummaryFields = {
  id: z.string(),
  runId: z.string(),
  tenantId: tenantIdSchema,
  tenantName: z.string(),
  appliedAt: timestampSchema,
  /** User name in the tenant, or empty where it is not known. */
  appliedBy: z.string(),
  kind: planItemSchema.shape.kind,
  action: planItemSchema.shape.action,
  title: z.string(),
  target: planItemSchema.shape.target,
  summary: z.string(),
  result: z.enum(['verified', 'failed', 'rolled-back']),
  /** The entry that undid this one. */
  undoneBy: z.string().nullable(),
  undoes: z.string().nullable(),
  isUndoable: z.boolean(),
};

export const historySummarySchema = z.strictObject(historySummaryFields);
export const historyEntrySchema = z.strictObject({
  ...historySummaryFields,
  format: planItemSchema.shape.format,
  before: z.string().nullable(),
  after: z.string().nullable(),
  error: deskErrorSchema.optional(),
});

export type HistorySummary = z.infer<typeof historySummarySchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyMethods = {
  'history.list': method(
    z.strictObject({
      tenantId: tenantIdSchema.optional(),
      /** Only entries that happened to this thing. */
      targetId: z.string().optional(),
      limit: z.number().int().min(1).max(10_000).default(500),
    }),
    z.array(historySummarySchema),
  ),
  'history.get': method(z.strictObject({ id: z.string() }), historyEntrySchema),
  /** Plans the inverse of an applied change, against a fresh read. */
  'history.planUndo': method(z.strictObject({ id: z.string() }), planSchema),
  /** Writes entries as JSON lines to a file; undefined: no file chosen. */
  'history.export': method(
    z.strictObject({ tenantId: tenantIdSchema.optional() }),
    z.strictObject({ fileName: z.string(), count: z.number().int() }).optional(),
  ),
} as const;
