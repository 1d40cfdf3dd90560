import type { DeliveryStatistics } from '../../../../contract/sandbox/sandbox.ts';
import type { ChartSeries, LineSeries } from '../../../ui/index.ts';
import { formatClock } from '../../../../languages/text/intl.ts';

/** Delivery statistics as chart series. */
export interface DeliveryPlots {
  /** Start of each half hour, `14:30` in this machine's time zone. */
  readonly categories: readonly string[];
  readonly counts: readonly ChartSeries[];
  readonly latencies: readonly LineSeries[];
}

export function plotsOf({ buckets }: DeliveryStatistics): DeliveryPlots {
  return {
    categories: buckets.map(({ from }) => formatClock(from)),
    counts: [
      { name: 'delivered', tone: 'accent', values: buckets.map(({ delivered }) => delivered) },
      { name: 'failed', tone: 'bad', values: buckets.map(({ dead }) => dead) },
      { name: 'pending', tone: 'neutral', values: buckets.map(({ pending }) => pending) },
    ],
    latencies: [
      { name: 'p50', tone: 'accent', values: buckets.map(({ p50Ms }) => p50Ms) },
      { name: 'p95', tone: 'warn', values: buckets.map(({ p95Ms }) => p95Ms) },
      { name: 'p99', tone: 'bad', values: buckets.map(({ p99Ms }) => p99Ms) },
    ],
  };
}

/** `98.6 % delivered`; never `100 %` if anything failed. */
export function successText({ successRate }: Pick<DeliveryStatistics, 'successRate'>): string | undefined {
  if (successRate === null) return undefined;
  return `${successRate === 1 ? '100' : (Math.floor(successRate * 1000) / 10).toFixed(1)} %`;
}
