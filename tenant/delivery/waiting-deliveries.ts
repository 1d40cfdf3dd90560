import type { DatabaseSync } from 'node:sqlite';
import type { PendingDelivery } from './delivery-record.ts';
import { readPending } from './delivery-rows.ts';

/** What is still to be delivered, by rule. */
export interface WaitingDeliveries {
  /** Rules with something to deliver. */
  waitingRules(): string[];
  /**
   * The oldest pending deliveries of a rule, in the order in which they may be sent: some, or none when none is left.
   * One that has its payload already, which may be large, ends them.
   */
  waiting(ruleId: string): PendingDelivery[];
}

/** Deliveries of one rule that are read at once. */
const READ_AHEAD = 16;

export function createWaitingDeliveries(database: DatabaseSync): WaitingDeliveries {
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
   * By rule, a lower bound for the numbers of its pending deliveries. A delivery that joins a queue has a higher number
   * than all before it, and a finished one never becomes pending again.
   */
  const heads = new Map<string, number>();
  for (const row of waitingRules.all()) heads.set(String(row['rule_id']), Number(row['first']));
  /** Of a rule without pending deliveries when the database was opened. */
  const firstNew = Number(lastSequence.get()?.['last'] ?? 0) + 1;

  return {
    waitingRules: () => waitingRules.all().map((row) => String(row['rule_id'])),
    waiting(ruleId) {
      const found: PendingDelivery[] = [];
      for (const row of waiting.iterate(ruleId, heads.get(ruleId) ?? firstNew)) {
        const pending = readPending(ruleId, row);
        found.push(pending);
        if (pending.body !== null) break;
      }
      const [head] = found;
      if (head !== undefined) heads.set(ruleId, head.sequence);
      return found;
    },
  };
}
