import { describe, expect, it } from 'vitest';
import { countsOf, plotSizes, worstFirst } from './run-figures.ts';
import { formatBytes } from '../../../../languages/text/intl.ts';

const sent = (size: number) => ({ state: 'sent', size, text: '' }) as const;
const broken = (size: number) => ({ state: 'broken', size, text: '', line: 1 }) as const;
const unmatched = { state: 'unmatched' } as const;

const results = [sent(100), unmatched, broken(0), sent(300), undefined, broken(90), sent(70_000)];

describe('the result of a run', () => {
  it('counts events, lists failures first and skips those not rendered', () => {
    expect(countsOf({ results })).toEqual({ sent: 3, broken: 2, unmatched: 1, left: 1 });
    expect(worstFirst({ results })).toEqual([2, 5, 0, 3, 6, 1]);
  });

  it('groups payloads by size, without those that have none', () => {
    const { categories, series, median, largest } = plotSizes({ results });
    expect(categories[0]).toBe('≤ 128 B');
    expect(categories.at(-1)).toBe('≤ 128 KB');
    expect(series[0]?.values).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(series[1]?.values[0]).toBe(1);
    expect([median, largest]).toEqual([300, 70_000]);
    expect(plotSizes({ results: [unmatched] })).toMatchObject({ categories: [], median: undefined });
  });

  it('handles more than ten thousand events', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => sent(index));
    expect(plotSizes({ results: many }).largest).toBe(199_999);
  });
});

it('shortens sizes', () => {
  expect([612, 1536, 3_145_728].map((bytes) => formatBytes(bytes))).toEqual(['612 B', '1.5 KB', '3 MB']);
});
