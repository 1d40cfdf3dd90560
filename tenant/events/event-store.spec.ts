import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { analyticsSchemaSteps } from '../analytics/index.ts';
import { createDeliveryStore } from '../delivery/delivery-store.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import { createEventStore, type EventStore } from './event-store.ts';

let database: DatabaseSync;
let store: EventStore;
beforeEach(() => {
  database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  applySchemaSteps(database, analyticsSchemaSteps);
  store = createEventStore(database);
});
afterEach(() => database.close());

const insert = (id: string): void =>
  store.insert({ id, eventType: 'Type', riskLevel: null, occurredAt: 1, columns: { reason: id } }, 2);
const ids = (): string[] => store.list(undefined, 100).map(({ id }) => id);

it('returns the same event from the cache and from the database', () => {
  insert('a');
  const first = store.get('a');
  expect(first).toMatchObject({ id: 'a', columns: { reason: 'a' }, raisedAt: 2 });
  expect(store.get('a')).toEqual(first);
  expect(store.get('b')).toBeUndefined();
});

it('prunes all but the newest, and keeps events that pending deliveries need', () => {
  for (const id of ['owed', 'a', 'b', 'c']) insert(id);
  createDeliveryStore(database).insert({
    id: 'delivery',
    kind: 'event',
    ruleId: 'rule',
    ruleName: 'Rule',
    eventId: 'owed',
    eventType: 'Type',
    replayOf: null,
    createdAt: 1,
  });
  store.prune(4);
  expect(ids()).toEqual(['c', 'b', 'a', 'owed']);
  expect(store.get('a')).toBeDefined();
  store.prune(2);
  expect(ids()).toEqual(['c', 'b', 'owed']);
  expect(store.get('a')).toBeUndefined();
  database.exec("UPDATE delivery SET status = 'delivered'");
  store.prune(2);
  expect(ids()).toEqual(['c', 'b']);
});

it('is empty after clearing', () => {
  insert('a');
  expect(store.get('a')).toBeDefined();
  store.clear();
  expect(store.get('a')).toBeUndefined();
  expect(store.count()).toBe(0);
});
