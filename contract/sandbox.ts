import { z } from 'zod';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';
import { webhookIdSchema } from './webhooks.ts';

/** One try to deliver an event to a webhook's address, as the embedded tenant recorded it. */
export const deliverySchema = z.strictObject({
  id: z.string(),
  webhookId: webhookIdSchema,
  state: z.enum(['pending', 'delivered', 'retrying', 'dead']),
  attempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  durationMs: z.number().nullable(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
  requestUrl: z.string(),
  requestBody: z.string(),
  responseBody: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/** Controls that only embedded tenants have; on any other tenant they answer `not-found`. */
export const sandboxMethods = {
  'sandbox.raiseEvent': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      eventType: z.string().min(1),
      riskLevel: z.string().min(1),
      /** Event columns by name. */
      columns: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
    }),
    z.strictObject({ matchedWebhooks: z.number().int() }),
  ),
  'sandbox.deliveries': method(
    z.strictObject({ tenantId: tenantIdSchema, webhookId: webhookIdSchema.optional() }),
    z.array(deliverySchema),
  ),
} as const;
