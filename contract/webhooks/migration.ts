import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { webhookIdSchema } from './webhooks.ts';

/** Maximum size of a webhook export file, in bytes. */
export const maxExportFileBytes = 50 * 1024 * 1024;
/** Maximum size of a dropped file, in bytes: it crosses the bridge in one piece. */
export const maxDroppedExportBytes = 20 * 1024 * 1024;
/** Maximum webhooks in an export: a file with more wasn't exported by the platform. */
export const maxRulesInFile = 10_000;

/** A webhook of an export file, credentials hidden. */
const exportedRuleSchema = z.strictObject({
  policyId: z.string(),
  name: z.string(),
  /** Empty if the file doesn't contain it. */
  description: z.string(),
  eventType: z.string(),
  /** Empty if the file doesn't contain it. */
  riskLevel: z.string(),
  /** State on the source tenant. Files don't contain it: null if it isn't known here either. */
  enabled: z.boolean().nullable(),
  method: z.string(),
  url: z.string(),
  contentType: z.string(),
  headers: z.string(),
  requestBody: z.string(),
});

/** An opened and validated webhook export file. Its bytes stay in main, unchanged. */
const openedExportFileSchema = z.strictObject({
  /** Identifies the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  size: z.number().int(),
  version: z.string(),
  isSigned: z.boolean(),
  /** Warnings before the import, as full sentences. */
  warnings: z.array(z.string()),
  /** Number of webhooks in the file. */
  ruleCount: z.number().int(),
  /** The first webhooks; `migration.rules` returns the others. */
  rules: z.array(exportedRuleSchema),
});

export type ExportedRule = z.infer<typeof exportedRuleSchema>;
export type OpenedExportFile = z.infer<typeof openedExportFileSchema>;

export const migrationMethods = {
  /** Exports webhooks from the tenant and saves the file unchanged; undefined: no file chosen. */
  'migration.export': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      webhookIds: z.array(webhookIdSchema).min(1, 'Choose at least one webhook.').max(maxRulesInFile),
      fileName: z
        .string()
        .min(1, 'Enter a file name.')
        .max(...atMost(120, 'The file name'))
        .regex(/^[\w .()-]+$/, 'Use letters, digits, spaces, dots, hyphens and parentheses.'),
      includeUrls: z.boolean(),
      includeHeaders: z.boolean(),
    }),
    z.strictObject({ fileName: z.string(), size: z.number().int() }).optional(),
  ),
  /** Lets the user choose a file, and validates it; undefined: no file chosen. Nothing is sent. */
  'migration.openFile': method(z.undefined(), openedExportFileSchema.optional(), { lane: 'local' }),
  /** Validates a file dropped on the window, without changing its bytes. Nothing is sent. */
  'migration.openDropped': method(
    z.strictObject({
      name: z.string().max(255),
      base64: z.string().max(Math.ceil((maxDroppedExportBytes / 3) * 4) + 4),
    }),
    openedExportFileSchema,
    { lane: 'local' },
  ),
  /** More webhooks of an opened file in order, starting at index `from`: at least one if there are any left. */
  'migration.rules': method(
    z.strictObject({ fileId: z.string(), from: z.number().int().min(0) }),
    z.array(exportedRuleSchema),
    { lane: 'local' },
  ),
} as const;
