import type { SchemaStep } from '../store/schema-steps.ts';

/** `sequence` is the delivery order within a rule. A delivery is pending until it is delivered or dead. */
export const deliverySchemaSteps: readonly SchemaStep[] = [
  {
    area: 'delivery',
    version: 1,
    sql: `
      CREATE TABLE delivery (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        delivery_id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('event', 'replay', 'test')),
        rule_id TEXT,
        rule_name TEXT NOT NULL,
        event_id TEXT,
        event_type TEXT NOT NULL,
        replay_of TEXT,
        status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
        attempts INTEGER NOT NULL DEFAULT 0,
        next_attempt_at INTEGER NOT NULL,
        body TEXT,
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        last_http_status INTEGER,
        last_error TEXT,
        last_duration_ms INTEGER
      ) STRICT;
      CREATE INDEX delivery_pending ON delivery (rule_id, sequence) WHERE status = 'pending';
      CREATE INDEX delivery_by_status ON delivery (status, sequence);
      CREATE INDEX delivery_by_rule ON delivery (rule_id, sequence);
      CREATE INDEX delivery_by_replay ON delivery (replay_of) WHERE replay_of IS NOT NULL;
      CREATE INDEX delivery_by_creation ON delivery (created_at);
      CREATE INDEX delivery_by_event ON delivery (event_id);
      CREATE TABLE delivery_attempt (
        delivery_id TEXT NOT NULL REFERENCES delivery (delivery_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms INTEGER NOT NULL,
        request TEXT,
        response TEXT,
        failure TEXT,
        message TEXT,
        PRIMARY KEY (delivery_id, number)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    area: 'delivery',
    version: 2,
    // A test has no stored event, and its caller finds it by its request ID.
    sql: `
      ALTER TABLE delivery ADD COLUMN request_id TEXT;
      ALTER TABLE delivery ADD COLUMN test_columns TEXT;
      CREATE INDEX delivery_by_request ON delivery (request_id) WHERE request_id IS NOT NULL;
    `,
  },
  {
    area: 'delivery',
    version: 3,
    // Fewer pages per commit. Attempts by number instead of by delivery ID: each is appended after the last
    // one, in a page that the same commit has already written, and so is its index entry, because deliveries
    // of about the same time were raised together. And one index fewer for pending deliveries: a rule's queue
    // is read from its last known head.
    sql: `
      DROP INDEX delivery_pending;
      ALTER TABLE delivery_attempt RENAME TO earlier_attempt;
      CREATE TABLE delivery_attempt (
        attempt_id INTEGER PRIMARY KEY,
        sequence INTEGER NOT NULL REFERENCES delivery (sequence) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms INTEGER NOT NULL,
        request TEXT,
        response TEXT,
        failure TEXT,
        message TEXT
      ) STRICT;
      INSERT INTO delivery_attempt (sequence, number, started_at, duration_ms, request, response, failure, message)
        SELECT sequence, number, started_at, duration_ms, request, response, failure, message
        FROM delivery JOIN earlier_attempt USING (delivery_id) ORDER BY sequence, number;
      DROP TABLE earlier_attempt;
      CREATE UNIQUE INDEX delivery_attempt_by_delivery ON delivery_attempt (sequence, number);
    `,
  },
  {
    area: 'delivery',
    version: 4,
    // The log is small, and most of it is recent enough for statistics: reading all of it is as fast as an
    // index that each delivery has to update.
    sql: 'DROP INDEX delivery_by_creation;',
  },
];
