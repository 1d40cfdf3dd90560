import type { SchemaStep } from '../store/schema-steps.ts';

/**
 * `sequence` is the order of delivery within a rule. A delivery is pending until it was delivered or is
 * dead; the partial index finds the head of a rule's queue without reading what is done.
 */
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
    // A test has no event of its own among the events, and its caller finds it by what it named its request.
    sql: `
      ALTER TABLE delivery ADD COLUMN request_id TEXT;
      ALTER TABLE delivery ADD COLUMN test_columns TEXT;
      CREATE INDEX delivery_by_request ON delivery (request_id) WHERE request_id IS NOT NULL;
    `,
  },
];
