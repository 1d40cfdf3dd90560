import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { createRecentlyUsed } from '../store/recently-used.ts';
import type { AnalyticsEvent } from './analytics-event.ts';

export interface StoredEvent extends AnalyticsEvent {
  readonly sequence: number;
  /** When the tenant accepted the event, in milliseconds since the epoch. */
  readonly raisedAt: number;
}

export interface EventStore {
  insert(event: AnalyticsEvent, raisedAt: number): void;
  get(id: string): StoredEvent | undefined;
  /** Newest first. */
  list(before: number | undefined, limit: number): StoredEvent[];
  count(): number;
  /** Removes events beyond the newest `maxEvents`, except those that a pending delivery still needs. */
  prune(maxEvents: number): void;
  clear(): void;
}

type Row = Record<string, SQLOutputValue>;

/** Total column characters of cached events. The rules invoked by an event need it at about the same time. */
const CACHED_CHARACTERS = 1_000_000;

/** Opens the events of one tenant; `eventSchemaSteps` and `deliverySchemaSteps` must have run. */
export function createEventStore(database: DatabaseSync): EventStore {
  const insert = database.prepare(
    `INSERT INTO analytics_event (event_id, event_type, risk_level, occurred_at, raised_at, columns)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const get = database.prepare('SELECT * FROM analytics_event WHERE event_id = ?');
  const list = database.prepare(
    'SELECT * FROM analytics_event WHERE sequence < ? ORDER BY sequence DESC LIMIT ?',
  );
  const count = database.prepare('SELECT COUNT(*) AS events FROM analytics_event');
  // By sequence number, which has gaps only where events were pruned: counting back would read all stored
  // events.
  const prune = database.prepare(
    `DELETE FROM analytics_event
     WHERE sequence <= (SELECT MAX(sequence) FROM analytics_event) - ?
       AND NOT EXISTS (SELECT 1 FROM delivery INDEXED BY delivery_by_event
         WHERE delivery.event_id = analytics_event.event_id AND delivery.status = 'pending')`,
  );
  // A stored event never changes.
  const known = createRecentlyUsed<StoredEvent>(CACHED_CHARACTERS);
  return {
    insert(event, raisedAt) {
      const columns = JSON.stringify(event.columns);
      const { lastInsertRowid } = insert.run(
        event.id,
        event.eventType,
        event.riskLevel,
        event.occurredAt,
        raisedAt,
        columns,
      );
      // The invoked rules need it next. An entry that is rolled back does no harm, because its ID is unique.
      known.set(event.id, { ...event, sequence: Number(lastInsertRowid), raisedAt }, columns.length);
    },
    get(id) {
      const cached = known.get(id);
      if (cached !== undefined) return cached;
      const row = get.get(id);
      if (row === undefined) return undefined;
      const event = readEvent(row);
      known.set(id, event, String(row['columns']).length);
      return event;
    },
    list: (before, limit) => list.all(before ?? Number.MAX_SAFE_INTEGER, limit).map(readEvent),
    count: () => Number(count.get()?.['events'] ?? 0),
    prune(maxEvents) {
      if (prune.run(maxEvents).changes > 0) known.clear();
    },
    clear() {
      known.clear();
      database.exec('DELETE FROM analytics_event');
    },
  };
}

function readEvent(row: Row): StoredEvent {
  const columns = JSON.parse(String(row['columns'])) as AnalyticsEvent['columns'];
  return {
    sequence: Number(row['sequence']),
    id: String(row['event_id']),
    eventType: String(row['event_type']),
    riskLevel: row['risk_level'] === null ? null : String(row['risk_level']),
    occurredAt: Number(row['occurred_at']),
    raisedAt: Number(row['raised_at']),
    columns,
  };
}
