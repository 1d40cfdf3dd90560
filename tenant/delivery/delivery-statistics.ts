import type { DatabaseSync } from 'node:sqlite';

/** How long last attempts took at most, in milliseconds, for so many of them; null where none was made. */
interface LatencyPercentiles {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** Deliveries of half an hour. */
export interface DeliveryBucket extends LatencyPercentiles {
  /** Start, in milliseconds since the epoch. */
  readonly from: number;
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
}

/** Deliveries of the last 24 hours, without tests. */
export interface DeliveryStatistics extends LatencyPercentiles {
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
  /** Delivered as a share of finished, from 0 to 1; null if nothing is finished. */
  readonly successRate: number | null;
  /** 48 buckets, oldest first. */
  readonly buckets: readonly DeliveryBucket[];
}

const BUCKET_MS = 30 * 60_000;
const BUCKETS = 48;

/** Start of the last 24 hours, aligned to buckets; milliseconds since the epoch. */
export function deliveryWindowStart(now: number): number {
  return (Math.floor(now / BUCKET_MS) - BUCKETS + 1) * BUCKET_MS;
}

/** For all rules, or the given ones. */
export function readDeliveryStatistics(
  database: DatabaseSync,
  now: number,
  ruleIds?: readonly string[],
): DeliveryStatistics {
  const first = deliveryWindowStart(now);
  const chosen = ruleIds === undefined ? null : JSON.stringify(ruleIds);
  const inWindow = `FROM delivery WHERE created_at >= :first AND kind <> 'test'
    AND (:chosen IS NULL OR rule_id IN (SELECT value FROM json_each(:chosen)))`;
  const counts = database
    .prepare(
      `SELECT CAST((created_at - :first) / ${BUCKET_MS} AS INTEGER) AS bucket, status, COUNT(*) AS deliveries
       ${inWindow} GROUP BY bucket, status`,
    )
    .all({ first, chosen });
  const buckets = Array.from({ length: BUCKETS }, () => ({ delivered: 0, dead: 0, pending: 0 }));
  const total = { delivered: 0, dead: 0, pending: 0 };
  for (const row of counts) {
    const bucket = buckets[Number(row['bucket'])];
    const status = String(row['status']);
    const deliveries = Number(row['deliveries']);
    if (status !== 'delivered' && status !== 'dead' && status !== 'pending') continue;
    total[status] += deliveries;
    if (bucket !== undefined) bucket[status] += deliveries;
  }
  const durations = database
    .prepare(
      `SELECT CAST((created_at - :first) / ${BUCKET_MS} AS INTEGER) AS bucket, last_duration_ms AS duration
       ${inWindow} AND last_duration_ms IS NOT NULL ORDER BY last_duration_ms`,
    )
    .all({ first, chosen })
    .map((row) => ({ bucket: Number(row['bucket']), duration: Number(row['duration']) }));
  const byBucket = Map.groupBy(durations, ({ bucket }) => bucket);
  const finished = total.delivered + total.dead;
  return {
    ...total,
    successRate: finished === 0 ? null : total.delivered / finished,
    ...percentilesOf(durations),
    buckets: buckets.map((bucket, index) => ({
      from: first + index * BUCKET_MS,
      ...bucket,
      ...percentilesOf(byBucket.get(index) ?? []),
    })),
  };
}

/** `sorted`: shortest first. */
function percentilesOf(sorted: readonly { readonly duration: number }[]): LatencyPercentiles {
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]?.duration ?? null;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
