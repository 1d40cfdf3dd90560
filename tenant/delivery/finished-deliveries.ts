import type { DatabaseSync } from 'node:sqlite';

/** Counts and removes what is delivered or given up. */
export interface FinishedDeliveries {
  countFinished(): number;
  /** Removes up to `limit` finished deliveries, oldest first. */
  prune(limit: number): void;
  /** Removes deleted rules of which no delivery is left. */
  pruneRules(): void;
}

export function createFinishedDeliveries(database: DatabaseSync): FinishedDeliveries {
  // Both use the index of states, so that neither pending nor remaining deliveries are read.
  const countFinished = database.prepare(
    "SELECT COUNT(*) AS deliveries FROM delivery WHERE status IN ('delivered', 'dead')",
  );
  const dropFinished = database.prepare(
    `DELETE FROM delivery WHERE sequence IN (
       SELECT sequence FROM (SELECT sequence FROM delivery WHERE status = 'delivered' ORDER BY sequence LIMIT :limit)
       UNION ALL
       SELECT sequence FROM (SELECT sequence FROM delivery WHERE status = 'dead' ORDER BY sequence LIMIT :limit)
       ORDER BY sequence LIMIT :limit)`,
  );
  const dropRules = database.prepare(
    `DELETE FROM analytics_rule WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.rule_id = analytics_rule.policy_id)`,
  );

  return {
    countFinished: () => Number(countFinished.get()?.['deliveries'] ?? 0),
    prune(limit) {
      dropFinished.run({ limit });
    },
    pruneRules() {
      dropRules.run();
    },
  };
}
