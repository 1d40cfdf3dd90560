import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { webhookIdSchema } from './webhooks.ts';

/** Largest webhook export file that is read, in bytes. */
export const maxExportFileBytes = 50 * 1024 * 1024;
/** Of one that is dropped on the window, in bytes: it crosses the bridge in one piece. */
export const maxDroppedExportBytes = 20 * 1024 * 1024;
/** As many webhooks as an export may name: a file with more comes from elsewhere. */
export const maxRulesInFile = 10_000;

/** A webhook of an export file, credentials hidden. */
const exportedRuleSchema = z.strictObject({
  policyId: z.string(),
  name: z.string(),
  /** Empty where the file does not tell it. */
  description: z.string(),
  eventType: z.string(),
  /** Empty where the file does not tell it. */
  riskLevel: z.string(),
  /** As it was where the webhook comes from. Files do not tell it: null where this desk does not know it either. */
  enabled: z.boolean().nullable(),
  method: z.string(),
  url: z.string(),
  contentType: z.string(),
  headers: z.string(),
  requestBody: z.string(),
});

/** A webhook export file that was opened and checked. Its bytes stay in main, unchanged. */
const openedExportFileSchema = z.strictObject({
  /** Names the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  size: z.number().int(),
  version: z.string(),
  isSigned: z.boolean(),
  /** What to know before it is imported: whole sentences. */
  warnings: z.array(z.string()),
  /** Webhooks in the file. */
  ruleCount: z.number().int(),
  /** The first of them; `migration.rules` has the others. */
  rules: z.array(exportedRuleSchema),
});

export type ExportedRule = z.infer<typeof exportedRuleSchema>;
export type OpenedExportFile = z.infer<typeof openedExportFileSchema>;

export const migrationMethods = {
  /** Has the tenant export the webhooks and saves the file as the tenant gave it; undefined: no file chosen. */
  'migration.export': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      webhookIds: z.array(webhookIdSchema).min(1, 'Choose at least one webhook.').max(maxRulesInFile),
      fileName: z
        .string()
        .min(1, 'Enter a file name.')
        .max(...atMost(120, 'The file name'))
        .regex(/^[\w .()-]+$/, 'Use letters, digits, blanks, dots, hyphens and parentheses.'),
      includeUrls: z.boolean(),
      includeHeaders: z.boolean(),
    }),
    z.strictObject({ fileName: z.string(), size: z.number().int() }).optional(),
  ),
  /** Asks for a file, reads and checks it; undefined: no file chosen. Nothing is sent anywhere. */
  'migration.openFile': method(z.undefined(), openedExportFileSchema.optional(), { lane: 'local' }),
  /** Reads and checks a file that was dropped on the window, byte by byte as it is. Nothing is sent anywhere. */
  'migration.openDropped': method(
    z.strictObject({
      name: z.string().max(255),
      base64: z.string().max(Math.ceil((maxDroppedExportBytes / 3) * 4) + 4),
    }),
    openedExportFileSchema,
    { lane: 'local' },
  ),
  /** More webhooks of an opened file, in its order, from the one at `from` on: at least one while there are any. */
  'migration.rules': method(
    z.strictObject({ fileId: z.string(), from: z.number().int().min(0) }),
    z.array(exportedRuleSchema),
    { lane: 'local' },
  ),
} as const;
