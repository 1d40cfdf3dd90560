import type { Delivery, DeliveryAttempt, ListedDelivery } from '../delivery/delivery-record.ts';
import type { DeliveryBucket, DeliveryStatistics } from '../delivery/delivery-statistics.ts';
import type { DeliverySummary } from '../delivery/delivery-summaries.ts';
import type { StoredEvent } from '../events/event-store.ts';

/** A delivery in the control API. Times are milliseconds since the epoch. */
export interface DeliveryRecord {
  readonly id: string;
  readonly sequence: number;
  readonly kind: 'event' | 'replay' | 'test';
  /** `retrying` is a pending delivery with at least one failed attempt. */
  readonly state: 'pending' | 'retrying' | 'delivered' | 'dead';
  readonly rule_id: string | null;
  readonly rule_name: string;
  readonly event_id: string | null;
  readonly event_type: string;
  readonly replay_of: string | null;
  readonly attempts: number;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly duration_ms: number | null;
  readonly request_body: string | null;
}

export function toDeliveryRecord(delivery: Delivery): DeliveryRecord {
  const pending = delivery.status === 'pending';
  return {
    id: delivery.id,
    sequence: delivery.sequence,
    kind: delivery.kind,
    state: delivery.status === 'pending' && delivery.attempts > 0 ? 'retrying' : delivery.status,
    rule_id: delivery.ruleId,
    rule_name: delivery.ruleName,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    replay_of: delivery.replayOf,
    attempts: delivery.attempts,
    next_attempt_at: pending ? delivery.nextAttemptAt : null,
    created_at: delivery.createdAt,
    finished_at: delivery.finishedAt,
    http_status: delivery.lastHttpStatus,
    error: delivery.lastError,
    duration_ms: delivery.lastDurationMs,
    request_body: delivery.body,
  };
}

/** Summary of the deliveries of a rule. */
export function toSummaryRecord({ ruleId, last, ...counts }: DeliverySummary) {
  const { at, status, httpStatus, error } = last;
  return {
    rule_id: ruleId,
    ...counts,
    last: {
      at,
      state: status === 'pending' ? ('retrying' as const) : status,
      http_status: httpStatus,
      error,
    },
  };
}

/**
 * For the last 24 hours, if their deliveries are still stored, in 48 half-hour buckets, oldest first.
 */
export function toStatisticsRecord(
  { successRate, buckets, ...total }: DeliveryStatistics,
  maxFinishedDeliveries: number,
) {
  return {
    ...toCountsRecord(total),
    max_finished: maxFinishedDeliveries,
    success_rate: successRate,
    buckets: buckets.map((bucket) => ({ from: bucket.from, ...toCountsRecord(bucket) })),
  };
}

function toCountsRecord(counts: Omit<DeliveryBucket, 'from'>) {
  const { delivered, dead, pending, p50Ms, p95Ms, p99Ms } = counts;
  return { delivered, dead, pending, p50_ms: p50Ms, p95_ms: p95Ms, p99_ms: p99Ms };
}

/** Maximum characters of a payload in a list; the delivery itself has all of it. */
const LISTED_BODY = 16_384;

/** The same with the request and response of the last attempt. */
export function toListedRecord(delivery: ListedDelivery) {
  return {
    ...toDeliveryRecord(delivery),
    request_body: delivery.body?.slice(0, LISTED_BODY) ?? null,
    request_url: delivery.lastRequest?.url ?? null,
    request_method: delivery.lastRequest?.method ?? null,
    response_body: delivery.lastResponse?.body ?? null,
  };
}

export function toAttemptRecord(attempt: DeliveryAttempt) {
  const { request, response } = attempt;
  return {
    number: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    request,
    response:
      response === null
        ? null
        : {
            status: response.status,
            status_text: response.statusText,
            headers: response.headers,
            body: response.body,
            body_is_cut: response.bodyIsCut,
          },
    failure: attempt.failure,
    message: attempt.message,
  };
}

export function toEventRecord(event: StoredEvent) {
  return {
    id: event.id,
    sequence: event.sequence,
    event_type: event.eventType,
    risk_level: event.riskLevel,
    occurred_at: event.occurredAt,
    raised_at: event.raisedAt,
    columns: event.columns,
  };
}
