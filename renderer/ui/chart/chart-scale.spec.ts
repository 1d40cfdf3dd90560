import { describe, expect, it } from 'vitest';
import { axisTicks, chartSummary } from './chart-scale.ts';

describe('a chart', () => {
  it.each([
    [1715, [0, 1000, 2000]],
    [90, [0, 50, 100]],
    [1, [0, 1]],
    [0, [0, 1]],
  ])('has round ticks up to at least %i', (highest, ticks) => {
    expect(axisTicks(highest)).toEqual(ticks);
  });

  it('says in words what it shows', () => {
    const series = [
      { name: 'successful', tone: 'accent' as const, values: [10, 1200] },
      { name: 'failed', tone: 'bad' as const, values: [1, 2] },
    ];
    expect(chartSummary('Events per day', ['Mon', 'Tue'], series)).toBe(
      'Events per day: 1,210 successful, 3 failed. Most: Tue with 1,202.',
    );
    expect(chartSummary('Events per day', [], [])).toBe('Events per day: nothing yet.');
  });
});
