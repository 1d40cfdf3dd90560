import type { ChartSeries } from '../../../ui/index.ts';
import { formatBytes } from '../../../../languages/text/intl.ts';
import type { RunOutcome } from './past-events-run.svelte.ts';

interface RunCounts {
  readonly sent: number;
  readonly broken: number;
  readonly unmatched: number;
  /** Not rendered, because the run was stopped. */
  readonly left: number;
}

export function countsOf({ results }: Pick<RunOutcome, 'results'>): RunCounts {
  const counts = { sent: 0, broken: 0, unmatched: 0, left: 0 };
  for (const result of results) counts[result?.state ?? 'left'] += 1;
  return counts;
}

const gravity = { broken: 0, sent: 1, unmatched: 2 } as const;

/** Indexes of events: failures first, and newest first within each state. Events that were not rendered are skipped. */
export function worstFirst({ results }: Pick<RunOutcome, 'results'>): readonly number[] {
  const rank = (index: number): number => gravity[results[index]?.state ?? 'unmatched'];
  return results
    .flatMap((result, index) => (result === undefined ? [] : [index]))
    .sort((one, other) => rank(one) - rank(other) || one - other);
}

interface SizePlot {
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Bytes of sent payloads; undefined if there are none. */
  readonly median: number | undefined;
  readonly largest: number | undefined;
}

/** Payload counts by size: buckets that double, from the smallest to the largest payload. */
export function plotSizes({ results }: Pick<RunOutcome, 'results'>): SizePlot {
  const sent: number[] = [];
  const broken: number[] = [];
  for (const result of results) {
    if (result?.state === 'sent') sent.push(result.size);
    // A payload that couldn't be rendered has no size.
    else if (result?.state === 'broken' && result.size > 0) broken.push(result.size);
  }
  const all = [...sent, ...broken].map(bucketOf);
  const first = all.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const last = all.reduce((max, one) => Math.max(max, one), 0);
  const buckets = all.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const counts = (sizes: readonly number[]): number[] => {
    const values = buckets.map(() => 0);
    for (const size of sizes) values[bucketOf(size) - first] = (values[bucketOf(size) - first] ?? 0) + 1;
    return values;
  };
  const ordered = sent.toSorted((one, other) => one - other);
  return {
    categories: buckets.map((bucket) => `≤ ${formatBytes(2 ** bucket)}`),
    series: [
      { name: 'sent', tone: 'accent', values: counts(sent) },
      { name: 'broken', tone: 'bad', values: counts(broken) },
    ],
    median: ordered[Math.floor(ordered.length / 2)],
    largest: ordered.at(-1),
  };
}

const bucketOf = (size: number): number => Math.ceil(Math.log2(Math.max(64, size)));
