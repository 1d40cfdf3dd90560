import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analyticsSchemaSteps } from '../analytics/index.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import type { DeliveryAttempt } from './delivery-record.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
});
afterEach(() => database.close());

const answered = (number: number, status = 200): DeliveryAttempt => ({
  number,
  startedAt: 5,
  durationMs: 7,
  request: { url: 'http://127.0.0.1/', method: 'POST', headers: [{ name: 'X-A', value: 'b' }] },
  response: { status, statusText: 'OK', headers: [], body: 'taken', bodyIsCut: false },
  failure: null,
  message: 'answered',
});
const insert = (store: DeliveryStore, id: string, ruleId = 'rule'): number =>
  store.insert({
    id,
    kind: 'event',
    ruleId,
    ruleName: 'Rule',
    eventId: 'event',
    eventType: 'Type',
    replayOf: null,
    createdAt: 1,
  });
const finish = (store: DeliveryStore, sequence: number, status: 'delivered' | 'dead' = 'delivered'): void =>
  store.record(sequence, answered(1), null, { status, finishedAt: 9 });
const waitingIds = (store: DeliveryStore, ruleId = 'rule'): string[] =>
  store.waiting(ruleId).map(({ id }) => id);

describe('the queue of a rule', () => {
  let store: DeliveryStore;
  beforeEach(() => {
    applySchemaSteps(database, analyticsSchemaSteps);
    store = createDeliveryStore(database);
  });

  it('is read from its head, in batches, without deliveries of other rules', () => {
    const numbers = Array.from({ length: 40 }, (_, n) => {
      insert(store, `other ${n}`, 'other');
      return insert(store, String(n));
    });
    expect(waitingIds(store)).toEqual(Array.from({ length: 16 }, (_, n) => String(n)));
    for (const sequence of numbers.slice(0, 20)) finish(store, sequence);
    expect(waitingIds(store)).toEqual(Array.from({ length: 16 }, (_, n) => String(n + 20)));
    for (const sequence of numbers.slice(20)) finish(store, sequence);
    expect(waitingIds(store)).toEqual([]);
    insert(store, 'new');
    expect(waitingIds(store)).toEqual(['new']);
    expect(waitingIds(store, 'other')[0]).toBe('other 0');
  });

  it('keeps a delivery that has to wait at its head', () => {
    const [first] = [insert(store, 'a'), insert(store, 'b')];
    store.record(first, answered(1, 503), 'body', { status: 'pending', nextAttemptAt: 99 });
    // It has its payload, so it is read alone.
    expect(store.waiting('rule')).toMatchObject([{ id: 'a', attempts: 1, nextAttemptAt: 99, body: 'body' }]);
    store.record(first, answered(2, 503), null, { status: 'dead', finishedAt: 100 });
    expect(waitingIds(store)).toEqual(['b']);
  });

  it('starts with what an earlier run left pending, then new deliveries of idle rules', () => {
    const done = insert(store, 'done');
    finish(store, done);
    insert(store, 'left');
    finish(store, insert(store, 'done too', 'idle'));
    const reopened = createDeliveryStore(database);
    expect(reopened.waitingRules()).toEqual(['rule']);
    expect(waitingIds(reopened)).toEqual(['left']);
    expect(waitingIds(reopened, 'idle')).toEqual([]);
    insert(reopened, 'later', 'idle');
    expect(waitingIds(reopened, 'idle')).toEqual(['later']);
  });

  it('is empty after everything was cleared, and continues with new deliveries', () => {
    insert(store, 'a');
    expect(waitingIds(store)).toEqual(['a']);
    store.clear();
    expect(waitingIds(store)).toEqual([]);
    insert(store, 'b');
    expect(waitingIds(store)).toEqual(['b']);
  });
});

describe('pruning', () => {
  it('removes the oldest finished deliveries with their attempts, and no pending ones', () => {
    applySchemaSteps(database, analyticsSchemaSteps);
    const store = createDeliveryStore(database);
    const [, a, b, c] = ['owed', 'a', 'b', 'c'].map((id) => insert(store, id));
    finish(store, a ?? 0, 'dead');
    finish(store, c ?? 0);
    finish(store, b ?? 0);
    expect(store.countFinished()).toBe(3);
    store.prune(2);
    expect(store.list({ limit: 10 }).map(({ id }) => id)).toEqual(['c', 'owed']);
    expect(store.attempts('c')).toHaveLength(1);
    expect(database.prepare('SELECT COUNT(*) AS rows FROM delivery_attempt').get()).toEqual({ rows: 1 });
  });

  it('removes deleted rules once they have no deliveries left', () => {
    applySchemaSteps(database, analyticsSchemaSteps);
    const store = createDeliveryStore(database);
    const addRule = (id: string, deletedAt: number | null): unknown =>
      database
        .prepare(
          `INSERT INTO analytics_rule (policy_id, name, event_type, risk_level, url, method, content_type, headers,
             request_body, enabled, created_by, updated_by, created_at, updated_at, deleted_at)
           VALUES (?, '', '', '', '', '', '', '', '', 0, '', '', 0, 0, ?)`,
        )
        .run(id, deletedAt);
    addRule('kept', null);
    addRule('gone', 1);
    addRule('owes', 1);
    insert(store, 'last', 'owes');
    store.pruneRules();
    const left = database.prepare('SELECT policy_id AS id FROM analytics_rule ORDER BY id').all();
    expect(left.map(({ id }) => id)).toEqual(['kept', 'owes']);
  });
});

describe('a database of an earlier version', () => {
  it('still has its log and continues with its pending deliveries', () => {
    const earlier = analyticsSchemaSteps.filter(({ area, version }) => area !== 'delivery' || version < 3);
    applySchemaSteps(database, earlier);
    database.exec(`
      INSERT INTO delivery (sequence, delivery_id, kind, rule_id, rule_name, event_id, event_type, status, attempts,
          next_attempt_at, body, created_at, last_http_status)
        VALUES (1, 'z', 'event', 'rule', 'Rule', 'event', 'Type', 'delivered', 2, 0, 'sent', 0, 200),
               (2, 'm', 'event', 'rule', 'Rule', 'event', 'Type', 'pending', 1, 0, 'tried', 0, 503),
               (3, 'a', 'event', 'rule', 'Rule', 'event', 'Type', 'pending', 0, 0, NULL, 0, NULL);
      INSERT INTO delivery_attempt (delivery_id, number, started_at, duration_ms, request, response, failure, message)
        VALUES ('m', 1, 30, 3, NULL, '{"status":503}', NULL, 'third'),
               ('z', 1, 10, 1, NULL, NULL, 'timeout', 'first'),
               ('z', 2, 20, 2, '{"url":"http://127.0.0.1/"}', '{"status":200}', NULL, 'second');
    `);
    applySchemaSteps(database, analyticsSchemaSteps);
    const store = createDeliveryStore(database);
    expect(store.attempts('z')).toMatchObject([
      { number: 1, failure: 'timeout', message: 'first' },
      { number: 2, request: { url: 'http://127.0.0.1/' }, response: { status: 200 }, message: 'second' },
    ]);
    expect(store.list({ limit: 10 })).toMatchObject([
      { id: 'a', lastResponse: null },
      { id: 'm', lastResponse: { status: 503 } },
      { id: 'z', lastResponse: { status: 200 } },
    ]);
    expect(store.waitingRules()).toEqual(['rule']);
    const [head] = store.waiting('rule');
    expect(head).toMatchObject({ sequence: 2, id: 'm', body: 'tried' });
    finish(store, 3);
    store.record(2, answered(2), null, { status: 'delivered', finishedAt: 9 });
    expect(store.attempts('m').map(({ number }) => number)).toEqual([1, 2]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });
});
