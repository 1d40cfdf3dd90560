import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type {
  AttemptRequest,
  AttemptResponse,
  Delivery,
  DeliveryAttempt,
  DeliveryKind,
  DeliveryStatus,
  ListedDelivery,
  PendingDelivery,
} from './delivery-record.ts';

/** A delivery that is about to join the queue of its rule. */
export type NewDelivery = Pick<
  Delivery,
  'id' | 'kind' | 'ruleId' | 'ruleName' | 'eventId' | 'eventType' | 'replayOf' | 'createdAt'
> &
  Partial<Pick<Delivery, 'requestId' | 'testColumns'>>;

/** What follows from an attempt. Times are milliseconds since the epoch. */
export type Consequence =
  | { readonly status: 'delivered' | 'dead'; readonly finishedAt: number }
  | { readonly status: 'pending'; readonly nextAttemptAt: number };

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  /** Of any of these rules. */
  readonly ruleIds?: readonly string[] | undefined;
  readonly eventId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Only deliveries older than this sequence number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface DeliveryStore {
  /** Returns its sequence number. */
  insert(delivery: NewDelivery): number;
  get(id: string): Delivery | undefined;
  /** Newest first. */
  list(filter: DeliveryFilter): ListedDelivery[];
  /** Dead deliveries that no replay has taken up yet, oldest first. */
  unansweredDead(limit: number): string[];
  attempts(id: string): DeliveryAttempt[];
  /** Rules with something to deliver. */
  waitingRules(): string[];
  /**
   * The oldest pending deliveries of a rule, in the order in which they may be sent: some, or none when none is left.
   * One that has its payload already, which may be large, ends them.
   */
  waiting(ruleId: string): PendingDelivery[];
  /** How often everything was cleared: what was read before is worth nothing after. */
  clearings(): number;
  storeBody(id: string, body: string): void;
  /**
   * Keeps an attempt with what follows from it, and the payload where one was rendered anew. Nothing of a delivery that
   * is gone.
   */
  record(sequence: number, attempt: DeliveryAttempt, body: string | null, consequence: Consequence): void;
  countFinished(): number;
  /** Removes the oldest that are finished, at most so many. */
  prune(most: number): void;
  /** Removes deleted rules of which no delivery is left. */
  pruneRules(): void;
  clear(): void;
}

type Row = Record<string, SQLOutputValue>;

/** Deliveries of one rule that are read at once. */
const READ_AHEAD = 16;

/** Opens the deliveries of one tenant; `deliverySchemaSteps` must have run. */
export function createDeliveryStore(database: DatabaseSync): DeliveryStore {
  const insert = database.prepare(
    `INSERT INTO delivery (delivery_id, kind, rule_id, rule_name, event_id, event_type, replay_of, status,
       next_attempt_at, created_at, request_id, test_columns)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
  );
  const get = database.prepare('SELECT * FROM delivery WHERE delivery_id = ?');
  const attempts = database.prepare(
    `SELECT * FROM delivery_attempt
     WHERE sequence = (SELECT sequence FROM delivery WHERE delivery_id = ?) ORDER BY number`,
  );
  const waitingRules = database.prepare(
    `SELECT rule_id, MIN(sequence) AS first FROM delivery INDEXED BY delivery_by_status
     WHERE status = 'pending' AND rule_id IS NOT NULL GROUP BY rule_id ORDER BY rule_id`,
  );
  // Named, because SQLite would take the index of states, and read what all the other rules owe.
  const waiting = database.prepare(
    `SELECT sequence, delivery_id, event_id, attempts, next_attempt_at, body FROM delivery INDEXED BY delivery_by_rule
     WHERE rule_id = ? AND sequence >= ? AND status = 'pending' ORDER BY sequence LIMIT ${READ_AHEAD}`,
  );
  const lastSequence = database.prepare('SELECT ifnull(MAX(sequence), 0) AS last FROM delivery');
  /**
   * By rule, a number before which nothing of it waits: where it was last seen to begin. What joins a queue has a higher number
   * than all before it, and what is done is never owed again.
   */
  const heads = new Map<string, number>();
  for (const row of waitingRules.all()) heads.set(String(row['rule_id']), Number(row['first']));
  /** Of a rule that owed nothing when the deliveries were opened. */
  const firstNew = Number(lastSequence.get()?.['last'] ?? 0) + 1;
  let clearings = 0;
  const storeBody = database.prepare('UPDATE delivery SET body = ? WHERE delivery_id = ?');
  const addAttempt = database.prepare(
    `INSERT INTO delivery_attempt (sequence, number, started_at, duration_ms, request, response, failure, message)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const settle = database.prepare(
    `UPDATE delivery SET attempts = ?, last_http_status = ?, last_error = ?, last_duration_ms = ?, status = ?,
       body = ifnull(?, body), finished_at = ?, next_attempt_at = ifnull(?, next_attempt_at)
     WHERE sequence = ?`,
  );
  const unansweredDead = database.prepare(
    `SELECT delivery_id FROM delivery AS dead
     WHERE status = 'dead' AND kind <> 'test'
       AND NOT EXISTS (SELECT 1 FROM delivery AS replay WHERE replay.replay_of = dead.delivery_id)
     ORDER BY sequence LIMIT ?`,
  );
  // Both by the index of states, so that neither what waits nor what is kept is read.
  const countFinished = database.prepare(
    "SELECT COUNT(*) AS deliveries FROM delivery WHERE status IN ('delivered', 'dead')",
  );
  const dropFinished = database.prepare(
    `DELETE FROM delivery WHERE sequence IN (
       SELECT sequence FROM (SELECT sequence FROM delivery WHERE status = 'delivered' ORDER BY sequence LIMIT :most)
       UNION ALL
       SELECT sequence FROM (SELECT sequence FROM delivery WHERE status = 'dead' ORDER BY sequence LIMIT :most)
       ORDER BY sequence LIMIT :most)`,
  );
  const dropRules = database.prepare(
    `DELETE FROM analytics_rule WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.rule_id = analytics_rule.policy_id)`,
  );
  return {
    insert(delivery) {
      const { lastInsertRowid } = insert.run(
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
      const row = get.get(id);
      return row === undefined ? undefined : readDelivery(row);
    },
    list: (filter) => listDeliveries(database, filter),
    unansweredDead: (limit) => unansweredDead.all(limit).map((row) => String(row['delivery_id'])),
    attempts: (id) => attempts.all(id).map(readAttempt),
    waitingRules: () => waitingRules.all().map((row) => String(row['rule_id'])),
    waiting(ruleId) {
      const found: PendingDelivery[] = [];
      for (const row of waiting.iterate(ruleId, heads.get(ruleId) ?? firstNew)) {
        const owed = readPending(ruleId, row);
        found.push(owed);
        if (owed.body !== null) break;
      }
      const [head] = found;
      if (head !== undefined) heads.set(ruleId, head.sequence);
      return found;
    },
    clearings: () => clearings,
    storeBody(id, body) {
      storeBody.run(body, id);
    },
    record(sequence, attempt, body, consequence) {
      const isPending = consequence.status === 'pending';
      const { changes } = settle.run(
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
      addAttempt.run(
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
    countFinished: () => Number(countFinished.get()?.['deliveries'] ?? 0),
    prune(most) {
      dropFinished.run({ most });
    },
    pruneRules() {
      dropRules.run();
    },
    clear() {
      clearings++;
      database.exec('DELETE FROM delivery_attempt; DELETE FROM delivery;');
    },
  };
}

/** An answer that broke off is none: whoever sent it may have failed at the end. */
export function isDelivered({ failure, response }: Pick<DeliveryAttempt, 'failure' | 'response'>): boolean {
  return failure === null && isSuccess(response);
}

/** Only an answer of the 200s counts as delivered. */
export function isSuccess(response: AttemptResponse | null): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

function listDeliveries(database: DatabaseSync, filter: DeliveryFilter): ListedDelivery[] {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const demand = (condition: string, value: SQLInputValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  demand('status = ?', filter.status);
  demand(
    'rule_id IN (SELECT value FROM json_each(?))',
    filter.ruleIds === undefined ? undefined : JSON.stringify(filter.ruleIds),
  );
  demand('event_id = ?', filter.eventId);
  demand('request_id = ?', filter.requestId);
  demand('sequence < ?', filter.before);
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

const KINDS: Readonly<Record<string, DeliveryKind>> = { event: 'event', replay: 'replay', test: 'test' };
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  pending: 'pending',
  delivered: 'delivered',
  dead: 'dead',
};

function readDelivery(row: Row): Delivery {
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

function readPending(ruleId: string | null, row: Row): PendingDelivery {
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

function readAttempt(row: Row): DeliveryAttempt {
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

function readRequest(row: Row): AttemptRequest | null {
  return typeof row['request'] === 'string' ? (JSON.parse(row['request']) as AttemptRequest) : null;
}

function readResponse(row: Row): AttemptResponse | null {
  return typeof row['response'] === 'string' ? (JSON.parse(row['response']) as AttemptResponse) : null;
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
