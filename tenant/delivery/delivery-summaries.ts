import type { DatabaseSync } from 'node:sqlite';
import { deliveryWindowStart } from './delivery-statistics.ts';
import type { DeliveryStatus } from './delivery-record.ts';

/** Delivery results of one rule, without tests. Times are milliseconds since the epoch. */
export interface DeliverySummary {
  readonly ruleId: string;
  /** In the last 24 hours. */
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
  /** The newest delivery that was attempted, regardless of its age. */
  readonly last: {
    readonly at: number;
    readonly status: DeliveryStatus;
    readonly httpStatus: number | null;
    readonly error: string | null;
  };
}

const statuses: Readonly<Record<string, DeliveryStatus>> = { delivered: 'delivered', dead: 'dead' };

/** For every rule with attempted deliveries, including deleted rules. */
export function readDeliverySummaries(database: DatabaseSync, now: number): DeliverySummary[] {
  const rows = database
    .prepare(
      `SELECT last.rule_id, last.created_at, last.status, last.last_http_status, last.last_error,
         (SELECT COUNT(*) FROM delivery d WHERE d.rule_id = last.rule_id AND d.kind <> 'test'
            AND d.created_at >= :since AND d.status = 'delivered') AS delivered,
         (SELECT COUNT(*) FROM delivery d WHERE d.rule_id = last.rule_id AND d.kind <> 'test'
            AND d.created_at >= :since AND d.status = 'dead') AS dead,
         (SELECT COUNT(*) FROM delivery d WHERE d.rule_id = last.rule_id AND d.kind <> 'test'
            AND d.created_at >= :since AND d.status = 'pending') AS pending
       FROM delivery AS last
       WHERE last.sequence IN (
         SELECT MAX(sequence) FROM delivery
         WHERE rule_id IS NOT NULL AND kind <> 'test' AND attempts > 0 GROUP BY rule_id)
       ORDER BY last.sequence`,
    )
    .all({ since: deliveryWindowStart(now) });
  return rows.map((row) => ({
    ruleId: String(row['rule_id']),
    delivered: Number(row['delivered']),
    dead: Number(row['dead']),
    pending: Number(row['pending']),
    last: {
      at: Number(row['created_at']),
      status: statuses[String(row['status'])] ?? 'pending',
      httpStatus: row['last_http_status'] === null ? null : Number(row['last_http_status']),
      error: row['last_error'] === null ? null : String(row['last_error']),
    },
  }));
}
