import type { SchemaStep } from '../store/schema-steps.ts';

/**
 * The row of a deleted rule stays until its last delivery has been sent: deliveries accepted before the deletion
 * are still sent as the rule defined.
 */
export const ruleSchemaSteps: readonly SchemaStep[] = [
  {
    area: 'analytics',
    version: 1,
    sql: `
      CREATE TABLE analytics_rule (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        policy_id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        description TEXT,
        event_type TEXT NOT NULL,
        risk_level TEXT NOT NULL,
        url TEXT NOT NULL,
        method TEXT NOT NULL,
        content_type TEXT NOT NULL,
        headers TEXT NOT NULL,
        request_body TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        created_by TEXT NOT NULL,
        updated_by TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE INDEX analytics_rule_by_event ON analytics_rule (event_type, sequence) WHERE deleted_at IS NULL AND enabled = 1;
    `,
  },
  {
    area: 'analytics',
    version: 2,
    // Looked up often, among templates that may be large.
    sql: 'CREATE INDEX analytics_rule_deleted ON analytics_rule (policy_id) WHERE deleted_at IS NOT NULL;',
  },
];
