import { z } from 'zod';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';
import { webhookIdSchema } from './webhooks.ts';

/** Largest webhook export file that is read, in bytes. */
export const maxExportFileBytes = 50 * 1024 * 1024;

/** A webhook export file that was opened and checked. Its bytes stay in main, unchanged. */
export const openedExportFileSchema = z.strictObject({
  /** Names the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  size: z.number().int(),
  version: z.string(),
  isSigned: z.boolean(),
  rules: z.array(
    z.strictObject({
      policyId: z.string(),
      name: z.string(),
      eventType: z.string(),
      method: z.string(),
      url: z.string(),
      contentType: z.string(),
      headers: z.string(),
      requestBody: z.string(),
    }),
  ),
});

export type OpenedExportFile = z.infer<typeof openedExportFileSchema>;

export const migrationMethods = {
  /** Has the tenant export the webhooks and saves the file as the tenant gave it; undefined: no file chosen. */
  'migration.export': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      webhookIds: z.array(webhookIdSchema).min(1, 'Choose at least one webhook.').max(10_000),
      fileName: z
        .string()
        .min(1, 'Enter a file name.')
        .max(120)
        .regex(/^[\w .()-]+$/, 'Use letters, digits, blanks, dots, hyphens and parentheses.'),
      includeUrls: z.boolean(),
      includeHeaders: z.boolean(),
    }),
    z.strictObject({ fileName: z.string(), size: z.number().int() }).optional(),
  ),
  /** Asks for a file, reads and checks it; undefined: no file chosen. Nothing is sent anywhere. */
  'migration.openFile': method(z.undefined(), openedExportFileSchema.optional(), { lane: 'local' }),
} as const;
