import { z } from 'zod';
import { applicationIdSchema } from './applications.ts';
import { deskErrorSchema } from './errors.ts';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';
import { originSchema } from './origins.ts';
import { webhookDefinitionSchema, webhookIdSchema } from './webhooks.ts';

/** What a person wants, before anything is read. `base` is what they saw when they began: it finds conflicts. */
export const intentSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('script.replace'),
    applicationId: applicationIdSchema,
    script: z.string().max(5_000_000),
    base: z.string().max(5_000_000).optional(),
  }),
  z.strictObject({
    kind: z.literal('application.import'),
    templateId: z.string().min(1),
    name: z.string().trim().min(1, 'Enter a name.').max(200),
  }),
  z.strictObject({
    kind: z.literal('application.update'),
    applicationId: applicationIdSchema,
    name: z.string().trim().min(1, 'Enter a name.').max(200).optional(),
    description: z.string().max(4000).optional(),
  }),
  z.strictObject({ kind: z.literal('application.delete'), applicationId: applicationIdSchema }),
  z.strictObject({
    kind: z.literal('origins.set'),
    origins: z.array(originSchema).max(10_000),
    base: z.array(originSchema).optional(),
  }),
  z.strictObject({ kind: z.literal('webhook.create'), definition: webhookDefinitionSchema }),
  z.strictObject({
    kind: z.literal('webhook.replace'),
    webhookId: webhookIdSchema,
    definition: webhookDefinitionSchema,
    base: webhookDefinitionSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('webhook.enable'), webhookId: webhookIdSchema, enabled: z.boolean() }),
  z.strictObject({ kind: z.literal('webhook.delete'), webhookId: webhookIdSchema }),
  /** Sends an opened export file as it is; the tenant checks its signature. */
  z.strictObject({ kind: z.literal('webhooks.import'), fileId: z.string() }),
]);

export type Intent = z.infer<typeof intentSchema>;
export type IntentKind = Intent['kind'];

/** How `before` and `after` are to be read: which highlighting, which diff. */
const contentFormat = z.enum(['script', 'json', 'template', 'list', 'text']);

export const planItemSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(intentSchema.options.map((option) => option.shape.kind.value)),
  action: z.enum(['create', 'update', 'delete', 'none']),
  /** For example `Replace script`. */
  title: z.string(),
  /** The thing it happens to, for example `Payroll`. */
  target: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  /** One line for lists, for example `+4 -2 lines`. */
  summary: z.string(),
  format: contentFormat,
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The tenant's state is no longer what the person began with. */
  conflict: z
    .strictObject({
      base: z.string(),
      theirs: z.string(),
      mine: z.string(),
      /** The three-way merge; with conflict markers where `isClean` is false. */
      merged: z.string(),
      isClean: z.boolean(),
    })
    .optional(),
  warnings: z.array(z.string()),
  /** Requests in the order in which they will be sent, in plain words. */
  steps: z.array(z.string()),
  isUndoable: z.boolean(),
});

export const planSchema = z.strictObject({
  id: z.string(),
  tenantId: tenantIdSchema,
  createdAt: timestampSchema,
  items: z.array(planItemSchema),
  isDestructive: z.boolean(),
  /** What must be typed to apply: the tenant's name where it is marked production and the plan changes something. */
  confirmation: z.string().nullable(),
  /** The history entry this plan undoes. */
  undoes: z.string().optional(),
});

export const receiptSchema = z.strictObject({
  itemId: z.string(),
  title: z.string(),
  targetName: z.string(),
  result: z.enum(['verified', 'failed', 'skipped', 'rolled-back']),
  error: deskErrorSchema.optional(),
  historyId: z.string().optional(),
});

export const applyResultSchema = z.strictObject({
  runId: z.string(),
  planId: z.string(),
  receipts: z.array(receiptSchema),
});

/** A run that a crash or a closed window cut short. */
export const interruptedRunSchema = z.strictObject({
  runId: z.string(),
  tenantId: tenantIdSchema,
  startedAt: timestampSchema,
  done: z.number().int(),
  total: z.number().int(),
  items: z.array(
    z.strictObject({
      itemId: z.string(),
      title: z.string(),
      targetName: z.string(),
      state: z.enum(['pending', 'applying', 'verified', 'failed', 'skipped', 'rolled-back']),
    }),
  ),
});

export type PlanItem = z.infer<typeof planItemSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Receipt = z.infer<typeof receiptSchema>;
export type ApplyResult = z.infer<typeof applyResultSchema>;
export type InterruptedRun = z.infer<typeof interruptedRunSchema>;

export const changeMethods = {
  /** Reads the tenant afresh and says what would change. Sends nothing that changes anything. */
  'changes.plan': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      intents: z.array(intentSchema).min(1).max(10_000),
      /** The history entry that these intents undo, for the undo whose conflict was settled by hand. */
      undoes: z.string().optional(),
    }),
    planSchema,
  ),
  /** Applies the plan item by item and reads each back; `changes.progress` reports on the way. */
  'changes.apply': method(
    z.strictObject({ planId: z.string(), confirmation: z.string().optional() }),
    applyResultSchema,
  ),
  'changes.discard': method(z.strictObject({ planId: z.string() }), z.undefined()),
  'changes.interrupted': method(z.undefined(), z.array(interruptedRunSchema)),
  /** Goes on where the run stopped; items already verified are not sent again. */
  'changes.resume': method(z.strictObject({ runId: z.string() }), applyResultSchema),
  /** Applies the inverse of what the run had done, newest first. */
  'changes.rollBack': method(z.strictObject({ runId: z.string() }), applyResultSchema),
} as const;
