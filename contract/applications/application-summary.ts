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
  /** Name of its catalog template; empty if the tenant doesn't report it, or in data cached by earlier versions. */
  templateName: z.string().default(''),
  /** Its name in URLs and for service users; empty if the tenant doesn't report it. */
  serviceName: z.string().default(''),
});

export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;
