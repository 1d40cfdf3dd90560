import type { SchemaStep } from '../store/schema-steps.ts';

export const eventSchemaSteps: readonly SchemaStep[] = [
  {
    area: 'events',
    version: 1,
    sql: `
      CREATE TABLE analytics_event (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        event_id TEXT NOT NULL UNIQUE,
        event_type TEXT NOT NULL,
        risk_level TEXT,
        occurred_at INTEGER NOT NULL,
        raised_at INTEGER NOT NULL,
        columns TEXT NOT NULL
      ) STRICT;
    `,
  },
];
