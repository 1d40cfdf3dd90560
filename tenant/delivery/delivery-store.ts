import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type {
  AttemptResponse,
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  ListedDelivery,
} from './delivery-record.ts';
import { readAttempt, readDelivery, readRequest, readResponse } from './delivery-rows.ts';
import type { FinishedDeliveries } from './finished-deliveries.ts';
import { createFinishedDeliveries } from './finished-deliveries.ts';
import type { WaitingDeliveries } from './waiting-deliveries.ts';
import { createWaitingDeliveries } from './waiting-deliveries.ts';

/** A delivery that is about to join the queue of its rule. */
type NewDelivery = Pick<
  Delivery,
  'id' | 'kind' | 'ruleId' | 'ruleName' | 'eventId' | 'eventType' | 'replayOf' | 'createdAt'
> &
  Partial<Pick<Delivery, 'requestId' | 'testColumns'>>;

/** The consequence of an attempt. Times are milliseconds since the epoch. */
export type Consequence =
  | { readonly status: 'delivered' | 'dead'; readonly finishedAt: number }
  | { readonly status: 'pending'; readonly nextAttemptAt: number };

interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  /** Only deliveries of these rules. */
  readonly ruleIds?: readonly string[] | undefined;
  readonly eventId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Only deliveries older than this sequence number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface DeliveryStore extends WaitingDeliveries, FinishedDeliveries {
  /** Returns its sequence number. */
  insert(delivery: NewDelivery): number;
  get(id: string): Delivery | undefined;
  /** Newest first. */
  list(filter: DeliveryFilter): ListedDelivery[];
  /** Dead deliveries that were not replayed yet, oldest first. */
  deadWithoutResend(limit: number): string[];
  attempts(id: string): DeliveryAttempt[];
  /** Incremented each time everything is cleared: data from before that is invalid. */
  clearings(): number;
  storeBody(id: string, body: string): void;
  /**
   * Stores an attempt with its consequence, and the payload if it was rendered again. Ignored for a deleted
   * delivery.
   */
  record(sequence: number, attempt: DeliveryAttempt, body: string | null, consequence: Consequence): void;
  clear(): void;
}

/** Opens the deliveries of one tenant; `deliverySchemaSteps` must have run. */
export function createDeliveryStore(database: DatabaseSync): DeliveryStore {
  const statements = prepareStatements(database);
  let clearings = 0;
  return {
    ...createWaitingDeliveries(database),
    ...createFinishedDeliveries(database),
    insert(delivery) {
      const { lastInsertRowid } = statements.insert.run(
        delivery.id,
        delivery.kind,
        delivery.ruleId,
        delivery.ruleName,
        delivery.eventId,
        delivery.eventType,
        delivery.replayOf,
        delivery.createdAt,
        delivery.createdAt,
        delivery.requestId ?? null,
        delivery.testColumns === undefined ? null : JSON.stringify(delivery.testColumns),
      );
      return Number(lastInsertRowid);
    },
    get(id) {
      const row = statements.get.get(id);
      return row === undefined ? undefined : readDelivery(row);
    },
    list: (filter) => listDeliveries(database, filter),
    deadWithoutResend: (limit) =>
      statements.deadWithoutResend.all(limit).map((row) => String(row['delivery_id'])),
    attempts: (id) => statements.attempts.all(id).map(readAttempt),
    clearings: () => clearings,
    storeBody(id, body) {
      statements.storeBody.run(body, id);
    },
    record(sequence, attempt, body, consequence) {
      const isPending = consequence.status === 'pending';
      const { changes } = statements.finish.run(
        attempt.number,
        attempt.response?.status ?? null,
        isDelivered(attempt) ? null : attempt.message,
        attempt.request === null ? null : attempt.durationMs,
        consequence.status,
        body,
        isPending ? null : consequence.finishedAt,
        isPending ? consequence.nextAttemptAt : null,
        sequence,
      );
      if (changes === 0) return;
      statements.addAttempt.run(
        sequence,
        attempt.number,
        attempt.startedAt,
        attempt.durationMs,
        attempt.request === null ? null : JSON.stringify(attempt.request),
        attempt.response === null ? null : JSON.stringify(attempt.response),
        attempt.failure,
        attempt.message,
      );
    },
    clear() {
      clearings++;
      database.exec('DELETE FROM delivery_attempt; DELETE FROM delivery;');
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO delivery (delivery_id, kind, rule_id, rule_name, event_id, event_type, replay_of, status,
         next_attempt_at, created_at, request_id, test_columns)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
    ),
    get: database.prepare('SELECT * FROM delivery WHERE delivery_id = ?'),
    attempts: database.prepare(
      `SELECT * FROM delivery_attempt
       WHERE sequence = (SELECT sequence FROM delivery WHERE delivery_id = ?) ORDER BY number`,
    ),
    storeBody: database.prepare('UPDATE delivery SET body = ? WHERE delivery_id = ?'),
    addAttempt: database.prepare(
      `INSERT INTO delivery_attempt (sequence, number, started_at, duration_ms, request, response, failure, message)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    finish: database.prepare(
      `UPDATE delivery SET attempts = ?, last_http_status = ?, last_error = ?, last_duration_ms = ?, status = ?,
         body = ifnull(?, body), finished_at = ?, next_attempt_at = ifnull(?, next_attempt_at)
       WHERE sequence = ?`,
    ),
    deadWithoutResend: database.prepare(
      `SELECT delivery_id FROM delivery AS dead
       WHERE status = 'dead' AND kind <> 'test'
         AND NOT EXISTS (SELECT 1 FROM delivery AS replay WHERE replay.replay_of = dead.delivery_id)
       ORDER BY sequence LIMIT ?`,
    ),
  };
}

/** A truncated response doesn't count: the receiver may have failed at the end. */
export function isDelivered({ failure, response }: Pick<DeliveryAttempt, 'failure' | 'response'>): boolean {
  return failure === null && isSuccess(response);
}

/** Only an answer of the 200s counts as delivered. */
function isSuccess(response: AttemptResponse | null): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

function listDeliveries(database: DatabaseSync, filter: DeliveryFilter): ListedDelivery[] {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const addCondition = (condition: string, value: SQLInputValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  addCondition('status = ?', filter.status);
  addCondition(
    'rule_id IN (SELECT value FROM json_each(?))',
    filter.ruleIds === undefined ? undefined : JSON.stringify(filter.ruleIds),
  );
  addCondition('event_id = ?', filter.eventId);
  addCondition('request_id = ?', filter.requestId);
  addCondition('sequence < ?', filter.before);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return database
    .prepare(
      `SELECT chosen.*, delivery_attempt.request, delivery_attempt.response
       FROM (SELECT * FROM delivery ${where} ORDER BY sequence DESC LIMIT ?) AS chosen
       LEFT JOIN delivery_attempt
         ON delivery_attempt.sequence = chosen.sequence AND delivery_attempt.number = chosen.attempts
       ORDER BY chosen.sequence DESC`,
    )
    .all(...values, filter.limit)
    .map((row) => ({ ...readDelivery(row), lastRequest: readRequest(row), lastResponse: readResponse(row) }));
}
