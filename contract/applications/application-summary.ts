import { z } from 'zod';

export const applicationIdSchema = z.string().min(1).max(256);

export const applicationSummarySchema = z.strictObject({
  id: applicationIdSchema,
  name: z.string(),
  description: z.string(),
  /** For example `Web - SAML`. */
  type: z.string(),
  category: z.string(),
  state: z.string(),
  icon: z.string(),
  /** Name of its template in the catalog; empty where the tenant does not tell it, as with what was kept by earlier versions. */
  templateName: z.string().default(''),
  /** Names it in addresses and towards service users; empty where the tenant does not tell it. */
  serviceName: z.string().default(''),
});

export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;
