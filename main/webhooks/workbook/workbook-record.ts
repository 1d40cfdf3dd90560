import { z } from 'zod';
import { tenantIdSchema } from '../../../contract/schema/identifiers.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';
import { mappingRuleSchema, workbookDecisions } from '../../../contract/webhooks/workbooks.ts';

/** A rule of the source. It holds placeholders in the place of credentials. */
export const sourceRuleSchema = z.object({
  /** Identifier of the webhook in its tenant, or its place in the file. */
  key: z.string(),
  state: webhookStateSchema,
  /** Time of the last change, in milliseconds since the epoch; null if unknown. */
  updatedAt: z.number().nullable(),
});

/** Of this shape; a record of another one is left as it is. */
export const workbookRecordVersion = 1;

/**
 * What a person has decided about a migration. It goes to disk: no secret is in it, and no value that the target could give
 * otherwise by now.
 */
export const workbookRecordSchema = z.object({
  id: z.string(),
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('tenant'), tenantId: tenantIdSchema }),
    z.object({
      type: z.literal('file'),
      name: z.string(),
      digest: z.string(),
      isSigned: z.boolean(),
      /** False where it was exported without: then nothing is known of them. */
      hasHeaders: z.boolean(),
      warnings: z.array(z.string()),
      readAt: z.number(),
      /** Its credentials are in the vault, for the target. */
      rules: z.array(sourceRuleSchema),
    }),
  ]),
  /** Null: a new file. */
  targetId: tenantIdSchema.nullable(),
  /** What the person calls it. */
  name: z.string().optional(),
  /** In milliseconds since the epoch; absent in records of earlier versions. */
  startedAt: z.number().optional(),
  /** Keys of the rules that it is about; absent: all. */
  only: z.array(z.string()).optional(),
  mapping: z.array(mappingRuleSchema),
  arriveDisabled: z.boolean(),
  /** By key of the rule, with the time of the decision: a run resolves earlier decisions. */
  decisions: z.record(z.string(), z.object({ decision: z.enum(workbookDecisions), at: z.number() })),
  /** Entered values by the ID of the secret: a placeholder, or a URL with placeholders. */
  entered: z.record(z.string(), z.string()),
  /** Plans that were made of it, the newest last, with the keys of their items in the order of these. */
  runs: z.array(
    z.object({
      planId: z.string(),
      keys: z.array(z.string()),
      /** True where one item stands for all of them: the import of the whole file. */
      isWhole: z.boolean(),
    }),
  ),
  usedAt: z.number(),
});

export type SourceRule = z.infer<typeof sourceRuleSchema>;
export type WorkbookRecord = z.infer<typeof workbookRecordSchema>;
