import { z } from 'zod';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { webhookIdSchema } from '../webhooks/webhooks.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { formatNumber } from '../../languages/text/intl.ts';

/** A delivery of an event to a webhook's URL, as recorded by the embedded tenant. */
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
  /** The delivery it resends; null for an original delivery. */
  replayOf: z.string().nullable(),
  /** With credentials hidden. */
  requestUrl: z.string(),
  requestBody: z.string(),
  responseBody: z.string().nullable(),
});

/** Event values by column name. */
export const eventColumnsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), exactNumberSchema]),
);

export const headerLineSchema = z.strictObject({ name: z.string(), value: z.string() });

/** A delivery attempt with request and response. Credentials in URL and headers are hidden. */
const deliveryAttemptSchema = z.strictObject({
  /** From 1. */
  number: z.number().int(),
  startedAt: timestampSchema,
  durationMs: z.number(),
  /** Null if nothing was sent. */
  request: z
    .strictObject({ url: z.string(), method: z.string(), headers: z.array(headerLineSchema) })
    .nullable(),
  /** Null if there was no response. */
  response: z
    .strictObject({
      status: z.number().int(),
      statusText: z.string(),
      headers: z.array(headerLineSchema),
      body: z.string(),
      /** The body exceeded the stored length, or was cut off. */
      bodyIsCut: z.boolean(),
    })
    .nullable(),
  /** Error code of the embedded tenant; null if there was a complete response. */
  failure: z.string().nullable(),
  message: z.string(),
});

export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

/** Delivery results of a webhook, under all its IDs. */
export const deliverySummarySchema = z.strictObject({
  webhookId: webhookIdSchema,
  /** Of the last 24 hours. */
  delivered: z.number().int(),
  dead: z.number().int(),
  pending: z.number().int(),
  /** The newest delivery with an attempt, regardless of age. */
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
  /** Percentiles of the duration of last attempts, in milliseconds; null if there were none. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
};

export const deliveryStatisticsSchema = z.strictObject({
  ...countsSchema,
  /** Number of finished deliveries stored by the tenant; older ones aren't counted. */
  maxFinishedDeliveries: z.number().int().optional(),
  /** Share of delivered among finished, from 0 to 1; null if none are finished. */
  successRate: z.number().nullable(),
  /** Half hours, oldest first. */
  buckets: z.array(z.strictObject({ from: timestampSchema, ...countsSchema })),
});

export type DeliveryStatistics = z.infer<typeof deliveryStatisticsSchema>;
/** Hint next to `Last 24 hours` about which deliveries are counted; undefined if unknown. */
export function deliveryCountHint({
  maxFinishedDeliveries,
}: Pick<DeliveryStatistics, 'maxFinishedDeliveries'>): string | undefined {
  return maxFinishedDeliveries === undefined
    ? undefined
    : `of the latest ${formatNumber(maxFinishedDeliveries)} stored`;
}

export type DeliverySummary = z.infer<typeof deliverySummarySchema>;
export type Delivery = z.infer<typeof deliverySchema>;

/** Controls of embedded tenants; for any other tenant they throw `not-found`. */
export const sandboxMethods = {
  'sandbox.raiseEvent': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      eventType: z.string().min(1),
      /** Null for an event without one, including security alerts. */
      riskLevel: z.string().min(1).nullable(),
      /** Event columns by name. */
      columns: eventColumnsSchema.default({}),
    }),
    z.strictObject({ matchedWebhooks: z.number().int() }),
  ),
  /** The webhooks that such an event would trigger now, in the tenant's order. Nothing is sent. */
  'sandbox.matches': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      eventType: z.string().min(1),
      riskLevel: z.string().min(1).nullable(),
    }),
    z.array(z.strictObject({ webhookId: webhookIdSchema, name: z.string() })),
  ),
  /** For the last 24 hours, under all IDs of the webhook; without `webhookId`, of all webhooks. */
  'sandbox.deliveryStatistics': method(
    z.strictObject({ tenantId: tenantIdSchema, webhookId: webhookIdSchema.optional() }),
    deliveryStatisticsSchema,
  ),
  /** For every webhook with at least one delivery attempt. */
  'sandbox.deliverySummaries': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    z.array(deliverySummarySchema),
  ),
  /** All attempts of one delivery in order, with the full payload. */
  'sandbox.delivery': method(
    z.strictObject({ tenantId: tenantIdSchema, deliveryId: z.string().min(1).max(128) }),
    z.strictObject({
      eventType: z.string(),
      /** Columns of the delivered event; null if the tenant no longer stores it. */
      eventColumns: eventColumnsSchema.nullable(),
      requestBody: z.string().nullable(),
      attempts: z.array(deliveryAttemptSchema),
    }),
  ),
  /**
   * Resends deliveries, queued after all pending ones: unchanged if this webhook sent them, rendered again if it replaced that
   * webhook. Queues all or none.
   */
  'sandbox.replay': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      webhookId: webhookIdSchema,
      deliveryIds: z.array(z.string().min(1).max(128)).min(1).max(200),
    }),
    z.strictObject({ queued: z.number().int() }),
  ),
  /** Newest first; for one webhook, under all its IDs. */
  'sandbox.deliveries': method(
    z.strictObject({ tenantId: tenantIdSchema, webhookId: webhookIdSchema.optional() }),
    z.array(deliverySchema),
  ),
} as const;
