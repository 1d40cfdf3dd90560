import { describe, expect, it } from 'vitest';
import {
  figureText,
  nameLabels,
  paintOf,
  plotSummary,
  pointText,
  spansOf,
  tickText,
  timeLabels,
  valueAxis,
} from './plot-shape.ts';

const series = [
  { name: 'Ok', values: [10, null, -3] },
  { name: 'Fail', values: [1, 2, -4] },
];

describe('the ranges that series cover', () => {
  it('are stacked, with negative values below zero', () => {
    expect(spansOf(series, 3, true)).toEqual([
      [
        [0, 10],
        [0, 0],
        [-3, 0],
      ],
      [
        [10, 11],
        [0, 2],
        [-7, -3],
      ],
    ]);
  });

  it('start at zero without stacking', () => {
    expect(spansOf(series, 3, false)[1]).toEqual([
      [0, 1],
      [0, 2],
      [-4, 0],
    ]);
  });
});

describe('the value axis', () => {
  it('includes zero, and has whole numbers for counts', () => {
    const axis = valueAxis([[[0, 3]]], 100, 5);
    expect(axis.ticks).toEqual([0, 1, 2, 3]);
    expect([axis.place(0), axis.place(3)]).toEqual([0, 100]);
    expect(valueAxis([[[-7, 11]]], 100, 4).ticks).toContain(0);
  });

  it('accepts no values, and the largest numbers', () => {
    expect(valueAxis([], 100, 4).place(0)).toBe(0);
    const { ticks, place } = valueAxis([[[-Number.MAX_VALUE, Number.MAX_VALUE]]], 100, 4);
    expect([...ticks, place(Number.MAX_VALUE), place(0)].every(Number.isFinite)).toBe(true);
  });
});

describe('the labels of an axis', () => {
  it('are numbers in their shortest form', () => {
    expect([0, 12_000, 1_200_000, 0.25, 1e300].map(tickText)).toEqual([
      '0',
      '12,000',
      '1.2M',
      '0.25',
      '1.0e+300',
    ]);
    expect([null, 1234567, 0.12345].map(figureText)).toEqual(['–', '1,234,567', '0.123']);
  });

  it('are names, truncated or skipped where they would touch', () => {
    expect(nameLabels(['one', 'two'], 400).labels).toEqual([
      { index: 0, text: 'one' },
      { index: 1, text: 'two' },
    ]);
    expect(nameLabels(['a very long name of a thing', 'b'], 160).labels[0]?.text).toMatch(/^a very l.*…$/);
    const many = Array.from({ length: 100 }, (_, at) => `name ${at}`);
    expect(nameLabels(many, 1700)).toMatchObject({ isSlanted: true, note: '' });
    expect(nameLabels(many, 1700).labels).toHaveLength(100);
    expect(nameLabels(many, 800)).toMatchObject({ isSlanted: true, note: '50 of 100 names shown' });
  });

  it('are round times, the first with its year', () => {
    const days = Array.from({ length: 40 }, (_, at) => Date.UTC(2026, 0, 20 + at));
    const texts = timeLabels({ starts: days, unit: 'day' }, 600).map(({ text }) => text);
    expect(texts).toContain('Feb 1');
    expect(texts[0]).toMatch(/, 2026$/);
    const hours = Array.from({ length: 48 }, (_, at) => Date.UTC(2026, 10, 20, at));
    expect(timeLabels({ starts: hours, unit: 'hour' }, 700).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Nov 20', '06:00', 'Nov 21']),
    );
    const years = [2024, 2025, 2026].map((year) => Date.UTC(year, 0, 1));
    expect(timeLabels({ starts: years, unit: 'year' }, 700).map(({ text }) => text)).toEqual([
      '2024',
      '2025',
      '2026',
    ]);
    expect(timeLabels({ starts: [Date.UTC(2026, 0, 1)], unit: 'month' }, 90)).toEqual([
      { index: 0, text: 'Jan 2026' },
    ]);
    expect(timeLabels({ starts: [], unit: 'day' }, 700)).toEqual([]);
  });

  it('are Mondays for weeks', () => {
    const weeks = Array.from({ length: 20 }, (_, at) => Date.UTC(2026, 0, 5 + 7 * at));
    const labels = timeLabels({ starts: weeks, unit: 'week' }, 500);
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.length).toBeLessThan(9);
  });
});

describe('the text of a plot', () => {
  it('has the total of each series, and the maximum', () => {
    expect(plotSummary('Events', ['Mon', 'Tue'], [{ name: 'ok', values: [10, 1200] }])).toBe(
      'Events: 1,210 ok. Most: Tue with 1,200.',
    );
    expect(plotSummary('Events', [], [])).toBe('Events: no data yet.');
  });

  it('describes each point', () => {
    expect(pointText(['Mon', 'Tue', 'Wed'], series, 1)).toBe('Tue: – Ok, 2 Fail');
  });
});

it('paints seven series that differ without color', () => {
  const paints = [...Array.from({ length: 6 }, (_, at) => paintOf(at)), paintOf(6, true)];
  expect(new Set(paints.map(({ pattern }) => pattern)).size).toBe(7);
  expect(new Set(paints.map(({ dash }) => dash)).size).toBe(7);
});
