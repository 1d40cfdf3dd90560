import { describe, expect, it } from 'vitest';
import { deliveryCountHint } from '../../../../contract/sandbox/sandbox.ts';
import { plotsOf, successText } from './delivery-plots.ts';

describe('delivery charts', () => {
  it('have a bar and a point for each half hour', () => {
    const counts = { delivered: 2, dead: 1, pending: 0, p50Ms: 10, p95Ms: 20, p99Ms: null };
    const from = new Date(2026, 10, 20, 14, 30).getTime();
    const {
      categories,
      counts: bars,
      latencies,
    } = plotsOf({
      ...counts,
      successRate: 2 / 3,
      buckets: [{ from, ...counts }],
    });
    expect(categories).toEqual(['14:30']);
    expect(bars.map(({ name, values }) => [name, ...values])).toEqual([
      ['delivered', 2],
      ['failed', 1],
      ['pending', 0],
    ]);
    expect(latencies.map(({ name, values }) => [name, ...values])).toEqual([
      ['p50', 10],
      ['p95', 20],
      ['p99', null],
    ]);
  });

  it('name the number of deliveries, if known', () => {
    expect(deliveryCountHint({ maxFinishedDeliveries: 10_000 })).toBe('of the latest 10,000 stored');
    expect(deliveryCountHint({})).toBeUndefined();
  });

  it.each([
    [null, undefined],
    [1, '100 %'],
    [0.9999, '99.9 %'],
    [0.986, '98.6 %'],
    [0, '0.0 %'],
  ])('show %s as %s', (successRate, text) => {
    expect(successText({ successRate })).toBe(text);
  });
});
