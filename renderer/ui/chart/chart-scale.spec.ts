import { describe, expect, it } from 'vitest';
import { axisTicks, chartSummary, labelLayout, lineRuns, lineSummary } from './chart-scale.ts';

describe('the names below a chart', () => {
  const roles = Array.from({ length: 12 }, (_, at) => `Application Administrators ${at}`);

  it('are all shown: beside each other, with an ellipsis, or slanted', () => {
    expect(labelLayout(['a', 'b'], 300, false)).toMatchObject({ every: 1, isSlanted: false, note: '' });
    expect(labelLayout(roles, 1200, false)).toMatchObject({ every: 1, isSlanted: false, maxWidth: 92 });
    expect(labelLayout(roles, 600, false)).toMatchObject({ every: 1, isSlanted: true, note: '' });
  });

  it('are never skipped without saying how many, except between times', () => {
    expect(labelLayout(roles, 96, false)).toMatchObject({ every: 2, note: '6 of 12 names shown' });
    const days = Array.from({ length: 14 }, (_, at) => `Nov ${at + 10}`);
    expect(labelLayout(days, 600, true)).toMatchObject({ every: 2, isSlanted: false, note: '' });
  });
});

describe('a chart', () => {
  it.each([
    [1715, [0, 1000, 2000]],
    [90, [0, 50, 100]],
    [1, [0, 1]],
    [0, [0, 1]],
  ])('has round ticks up to at least %i', (highest, ticks) => {
    expect(axisTicks(highest)).toEqual(ticks);
  });

  it('has a text summary', () => {
    const series = [
      { name: 'successful', tone: 'accent' as const, values: [10, 1200] },
      { name: 'failed', tone: 'bad' as const, values: [1, 2] },
    ];
    expect(chartSummary('Events per day', ['Mon', 'Tue'], series)).toBe(
      'Events per day: 1,210 successful, 3 failed. Most: Tue with 1,202.',
    );
    expect(chartSummary('Events per day', [], [])).toBe('Events per day: no data yet.');
  });

  it('breaks a line at missing values', () => {
    expect(lineRuns([null, 3, 4, null, 5])).toEqual([
      [
        { index: 1, value: 3 },
        { index: 2, value: 4 },
      ],
      [{ index: 4, value: 5 }],
    ]);
    expect(lineRuns([null])).toEqual([]);
  });

  it('says where its lines are highest', () => {
    const series = [
      { name: 'p50', tone: 'accent' as const, values: [10, null] },
      { name: 'p95', tone: 'warn' as const, values: [12, 1200] },
    ];
    expect(lineSummary('Latency', ['9:00', '9:30'], series, 'ms')).toBe(
      'Latency, at most: p50 10 ms (9:00), p95 1,200 ms (9:30).',
    );
    expect(lineSummary('Latency', ['9:00'], [{ name: 'p50', tone: 'accent', values: [null] }], 'ms')).toBe(
      'Latency: no data yet.',
    );
  });
});
