import type { DatabaseSync } from 'node:sqlite';

/** Half an hour of deliveries. */
export interface DeliveryBucket {
  /** Start, in milliseconds since the epoch. */
  readonly from: number;
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
}

/** Deliveries of the last 24 hours, tests left out. */
export interface DeliveryStatistics {
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
  /** Delivered among finished, from 0 to 1; null when nothing is finished. */
  readonly successRate: number | null;
  /** 95th percentile of the last attempt's duration, in milliseconds. */
  readonly p95Ms: number | null;
  /** 48 buckets, oldest first. */
  readonly buckets: readonly DeliveryBucket[];
}

const BUCKET_MS = 30 * 60_000;
const BUCKETS = 48;

/** Where the last 24 hours begin, in whole buckets; milliseconds since the epoch. */
export function deliveryWindowStart(now: number): number {
  return (Math.floor(now / BUCKET_MS) - BUCKETS + 1) * BUCKET_MS;
}

export function readDeliveryStatistics(database: DatabaseSync, now: number): DeliveryStatistics {
  const first = deliveryWindowStart(now);
  const counts = database
    .prepare(
      `SELECT CAST((created_at - ?) / ${BUCKET_MS} AS INTEGER) AS bucket, status, COUNT(*) AS deliveries FROM delivery
       WHERE created_at >= ? AND kind <> 'test' GROUP BY bucket, status`,
    )
    .all(first, first);
  const buckets = Array.from({ length: BUCKETS }, (_, index) => ({
    from: first + index * BUCKET_MS,
    delivered: 0,
    dead: 0,
    pending: 0,
  }));
  const total = { delivered: 0, dead: 0, pending: 0 };
  for (const row of counts) {
    const bucket = buckets[Number(row['bucket'])];
    const status = String(row['status']);
    const deliveries = Number(row['deliveries']);
    if (status !== 'delivered' && status !== 'dead' && status !== 'pending') continue;
    total[status] += deliveries;
    if (bucket !== undefined) bucket[status] += deliveries;
  }
  const finished = total.delivered + total.dead;
  return {
    ...total,
    successRate: finished === 0 ? null : total.delivered / finished,
    p95Ms: percentile(database, first),
    buckets,
  };
}

function percentile(database: DatabaseSync, since: number): number | null {
  const measured = `FROM delivery WHERE created_at >= ? AND kind <> 'test' AND last_duration_ms IS NOT NULL`;
  const count = Number(
    database.prepare(`SELECT COUNT(*) AS measured ${measured}`).get(since)?.['measured'] ?? 0,
  );
  if (count === 0) return null;
  const offset = Math.max(0, Math.ceil(count * 0.95) - 1);
  const row = database
    .prepare(`SELECT last_duration_ms ${measured} ORDER BY last_duration_ms LIMIT 1 OFFSET ?`)
    .get(since, offset);
  return row === undefined ? null : Number(row['last_duration_ms']);
}
