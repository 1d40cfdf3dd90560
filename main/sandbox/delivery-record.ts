import { z } from 'zod';
import type { HideRequest } from './delivery-attempt.ts';
import type { Delivery } from '../../contract/sandbox/sandbox.ts';

/** One delivery as an embedded tenant reports it; everything under `/sandbox` is our own API. Times are milliseconds since the epoch. */
export const deliveryRecordSchema = z.looseObject({
  id: z.string(),
  state: z.enum(['pending', 'retrying', 'delivered', 'dead']),
  /** Null for the test of a definition that isn't a webhook yet. */
  rule_id: z.string().nullable(),
  event_type: z.string(),
  replay_of: z.string().nullable(),
  attempts: z.number().int(),
  http_status: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().nullable(),
  created_at: z.number().int(),
  finished_at: z.number().int().nullable(),
  request_url: z.string().nullish(),
  request_body: z.string().nullable(),
  response_body: z.string().nullish(),
});

export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** Empty for the deliveries of tests, which belong to no webhook. */
export function toDeliveries(record: DeliveryRecord, hide: HideRequest): Delivery[] {
  if (record.rule_id === null) return [];
  return [
    {
      id: record.id,
      webhookId: record.rule_id,
      state: record.state,
      attempts: record.attempts,
      lastStatus: record.http_status,
      lastError: record.error,
      durationMs: record.duration_ms,
      createdAt: record.created_at,
      finishedAt: record.finished_at,
      eventType: record.event_type,
      replayOf: record.replay_of,
      requestUrl: hide({ url: record.request_url ?? '', headers: '' }).url,
      requestBody: record.request_body ?? '',
      responseBody: record.response_body ?? null,
    },
  ];
}
