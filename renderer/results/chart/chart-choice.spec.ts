import { describe, expect, it } from 'vitest';
import { chartDescription, choiceOf, groupingOf } from './chart-choice.ts';

const names = ['Application', 'Day', 'Launches'];
const grouping = { by: 0, bucket: 'none', series: 1, sumOf: 2 } as const;

describe('a chart choice', () => {
  it('uses column names, independent of their order', () => {
    const choice = choiceOf({ kind: 'lines', isStacked: false }, grouping, names);
    expect(choice).toMatchObject({
      kind: 'lines',
      isStacked: false,
      by: 'Application',
      series: 'Day',
      sumOf: 'Launches',
    });
    expect(groupingOf(choice, names.toReversed())).toEqual({
      ok: true,
      grouping: { ...grouping, by: 2, series: 1, sumOf: 0 },
    });
    expect(groupingOf(choice, ['Day', 'Launches'])).toEqual({ ok: false, missing: 'Application' });
    expect(groupingOf({ ...choice, series: null, sumOf: null }, ['Application'])).toMatchObject({ ok: true });
  });

  it('has a title and a unit', () => {
    const of = { by: 'Application', series: 'Day', sumOf: 'Launches' };
    expect(chartDescription(of).title).toBe('sum of Launches by Application and Day');
    expect(chartDescription({ ...of, series: null, sumOf: null }).title).toBe('rows by Application');
  });
});
