import { z } from 'zod';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { webhookIdSchema } from '../webhooks/webhooks.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { formatNumber } from '../../languages/text/intl.ts';

/** One try to deliver an event to a webhook's address, as the embedded tenant recorded it. */
const deliverySchema = z.strictObject({
  id: z.string(),
  webhookId: webhookIdSchema,
  state: z.enum(['pending', 'delivered', 'retrying', 'dead']),
  attempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  durationMs: z.number().nullable(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
  eventType: z.string(),
  /** The delivery that it sends again; null where it is the first. */
  replayOf: z.string().nullable(),
  /** With the credentials in it hidden. */
  requestUrl: z.string(),
  requestBody: z.string(),
  responseBody: z.string().nullable(),
});

/** Values of an event by the names of their columns. */
export const eventColumnsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), exactNumberSchema]),
);

export const headerLineSchema = z.strictObject({ name: z.string(), value: z.string() });

/** One try, with what was sent and what came back. Credentials are hidden in address and headers. */
const deliveryAttemptSchema = z.strictObject({
  /** From 1. */
  number: z.number().int(),
  startedAt: timestampSchema,
  durationMs: z.number(),
  /** Null where nothing was sent. */
  request: z
    .strictObject({ url: z.string(), method: z.string(), headers: z.array(headerLineSchema) })
    .nullable(),
  /** Null where nobody answered. */
  response: z
    .strictObject({
      status: z.number().int(),
      statusText: z.string(),
      headers: z.array(headerLineSchema),
      body: z.string(),
      /** The body was longer than is kept, or broke off. */
      bodyIsCut: z.boolean(),
    })
    .nullable(),
  /** The cause where it failed, as a code of the embedded tenant; null where there was a whole answer. */
  failure: z.string().nullable(),
  message: z.string(),
});

export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

/** What became of the deliveries of a webhook, under every identifier that it has had. */
export const deliverySummarySchema = z.strictObject({
  webhookId: webhookIdSchema,
  /** Of the last 24 hours. */
  delivered: z.number().int(),
  dead: z.number().int(),
  pending: z.number().int(),
  /** The newest of which an attempt was made, however long ago. */
  last: z.strictObject({
    at: timestampSchema,
    state: z.enum(['delivered', 'retrying', 'dead']),
    httpStatus: z.number().int().nullable(),
    error: z.string().nullable(),
  }),
});

const countsSchema = {
  delivered: z.number().int(),
  dead: z.number().int(),
  pending: z.number().int(),
  /** How long last attempts took at most, in milliseconds, for so many of them; null where none was made. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
};

export const deliveryStatisticsSchema = z.strictObject({
  ...countsSchema,
  /** Finished deliveries that the tenant keeps: older ones are not counted. */
  maxFinishedDeliveries: z.number().int().optional(),
  /** Delivered among finished, from 0 to 1; null where nothing is finished. */
  successRate: z.number().nullable(),
  /** Half hours, the oldest first. */
  buckets: z.array(z.strictObject({ from: timestampSchema, ...countsSchema })),
});

export type DeliveryStatistics = z.infer<typeof deliveryStatisticsSchema>;
/** Of what the counts are, beside `Last 24 hours`; undefined where it is not known. */
export function deliveryCountHint({
  maxFinishedDeliveries,
}: Pick<DeliveryStatistics, 'maxFinishedDeliveries'>): string | undefined {
  return maxFinishedDeliveries === undefined
    ? undefined
    : `of the latest ${formatNumber(maxFinishedDeliveries)} kept`;
}

export type DeliverySummary = z.infer<typeof deliverySummarySchema>;
export type Delivery = z.infer<typeof deliverySchema>;

/** Controls that only embedded tenants have; on any other tenant they answer `not-found`. */
export const sandboxMethods = {
  'sandbox.raiseEvent': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      eventType: z.string().min(1),
      /** Null for an event that carries none; the tenant gives a security alert none then. */
      riskLevel: z.string().min(1).nullable(),
      /** Event columns by name. */
      columns: eventColumnsSchema.default({}),
    }),
    z.strictObject({ matchedWebhooks: z.number().int() }),
  ),
  /** Which webhooks such an event would invoke now, in the tenant's order. Nothing is raised. */
  'sandbox.matches': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      eventType: z.string().min(1),
      riskLevel: z.string().min(1).nullable(),
    }),
    z.array(z.strictObject({ webhookId: webhookIdSchema, name: z.string() })),
  ),
  /** Of the last 24 hours, under every identifier that the webhook has had; of all webhooks without one. */
  'sandbox.deliveryStatistics': method(
    z.strictObject({ tenantId: tenantIdSchema, webhookId: webhookIdSchema.optional() }),
    deliveryStatisticsSchema,
  ),
  /** Of every webhook that has delivered something or tried to. */
  'sandbox.deliverySummaries': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    z.array(deliverySummarySchema),
  ),
  /** Every attempt of one delivery, the first one first, with the whole payload. */
  'sandbox.delivery': method(
    z.strictObject({ tenantId: tenantIdSchema, deliveryId: z.string().min(1).max(128) }),
    z.strictObject({
      eventType: z.string(),
      /** Of the event that was delivered; null where the tenant keeps it no more. */
      eventColumns: eventColumnsSchema.nullable(),
      requestBody: z.string().nullable(),
      attempts: z.array(deliveryAttemptSchema),
    }),
  ),
  /**
   * Sends deliveries once more, behind all that is still owed: as they were sent where the webhook is the one that sent
   * them, rendered anew where it has taken its place. All are queued or none.
   */
  'sandbox.replay': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      webhookId: webhookIdSchema,
      deliveryIds: z.array(z.string().min(1).max(128)).min(1).max(200),
    }),
    z.strictObject({ queued: z.number().int() }),
  ),
  /** Newest first; those of one webhook under every identifier that it has had. */
  'sandbox.deliveries': method(
    z.strictObject({ tenantId: tenantIdSchema, webhookId: webhookIdSchema.optional() }),
    z.array(deliverySchema),
  ),
} as const;
