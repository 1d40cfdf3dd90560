import type { SQLOutputValue } from 'node:sqlite';
import type {
  AttemptRequest,
  AttemptResponse,
  Delivery,
  DeliveryAttempt,
  DeliveryKind,
  DeliveryStatus,
  PendingDelivery,
} from './delivery-record.ts';

/** What the database holds of a delivery or an attempt. */
type Row = Record<string, SQLOutputValue>;

const KINDS: Readonly<Record<string, DeliveryKind>> = { event: 'event', replay: 'replay', test: 'test' };
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  pending: 'pending',
  delivered: 'delivered',
  dead: 'dead',
};

export function readDelivery(row: Row): Delivery {
  return {
    ...readPending(textOrNull(row['rule_id']), row),
    kind: KINDS[String(row['kind'])] ?? 'event',
    ruleName: String(row['rule_name']),
    eventType: String(row['event_type']),
    replayOf: textOrNull(row['replay_of']),
    status: STATUSES[String(row['status'])] ?? 'pending',
    createdAt: Number(row['created_at']),
    finishedAt: numberOrNull(row['finished_at']),
    lastHttpStatus: numberOrNull(row['last_http_status']),
    lastError: textOrNull(row['last_error']),
    lastDurationMs: numberOrNull(row['last_duration_ms']),
    requestId: textOrNull(row['request_id']),
    testColumns:
      typeof row['test_columns'] === 'string'
        ? (JSON.parse(row['test_columns']) as Delivery['testColumns'])
        : null,
  };
}

export function readPending(ruleId: string | null, row: Row): PendingDelivery {
  return {
    sequence: Number(row['sequence']),
    id: String(row['delivery_id']),
    ruleId,
    eventId: textOrNull(row['event_id']),
    attempts: Number(row['attempts']),
    nextAttemptAt: Number(row['next_attempt_at']),
    body: textOrNull(row['body']),
  };
}

export function readAttempt(row: Row): DeliveryAttempt {
  return {
    number: Number(row['number']),
    startedAt: Number(row['started_at']),
    durationMs: Number(row['duration_ms']),
    request: readRequest(row),
    response: readResponse(row),
    failure: textOrNull(row['failure']),
    message: String(row['message'] ?? ''),
  };
}

export function readRequest(row: Row): AttemptRequest | null {
  return typeof row['request'] === 'string' ? (JSON.parse(row['request']) as AttemptRequest) : null;
}

export function readResponse(row: Row): AttemptResponse | null {
  return typeof row['response'] === 'string' ? (JSON.parse(row['response']) as AttemptResponse) : null;
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
