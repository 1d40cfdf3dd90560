import { z } from 'zod';
import type { DeliveryStatistics } from '../../contract/sandbox/sandbox.ts';

const countsSchema = {
  delivered: z.number().int(),
  dead: z.number().int(),
  pending: z.number().int(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
};

/** Deliveries of 24 hours as an embedded tenant reports them. */
export const statisticsRecordSchema = z.looseObject({
  ...countsSchema,
  success_rate: z.number().nullable(),
  /** Absent in earlier versions. */
  max_finished: z.number().int().optional(),
  buckets: z.array(z.looseObject({ from: z.number().int(), ...countsSchema })),
});

type Counts = z.infer<z.ZodObject<typeof countsSchema>>;

export function toStatistics(record: z.infer<typeof statisticsRecordSchema>): DeliveryStatistics {
  return {
    ...toCounts(record),
    successRate: record.success_rate,
    ...(record.max_finished === undefined ? {} : { maxFinishedDeliveries: record.max_finished }),
    buckets: record.buckets.map((bucket) => ({ from: bucket.from, ...toCounts(bucket) })),
  };
}

function toCounts({ delivered, dead, pending, p50_ms: p50Ms, p95_ms: p95Ms, p99_ms: p99Ms }: Counts) {
  return { delivered, dead, pending, p50Ms, p95Ms, p99Ms };
}
