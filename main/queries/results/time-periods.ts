import type { TimeBucket } from '../../../contract/queries/result-formats.ts';

type Period = Exclude<TimeBucket, 'none'>;

/** Completes the name of a period to its start in ISO 8601. */
const rest = {
  minute: ':00.000Z',
  hour: ':00:00.000Z',
  day: 'T00:00:00.000Z',
  week: 'T00:00:00.000Z',
  month: '-01T00:00:00.000Z',
  year: '-01-01T00:00:00.000Z',
} as const satisfies Record<Period, string>;
const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/**
 * The time periods up to the last one, without gaps and limited in number; starting at the first one when there are fewer. They
 * are named by the start of their ISO 8601 date: `2026-11` is a month. An invalid date counts as the only one.
 */
export function periodsUntil(first: string, last: string, period: Period, maxCount: number): string[] {
  const periods = [last];
  let at = new Date(`${last}${rest[period]}`);
  while (periods.length < maxCount && !Number.isNaN(at.getTime())) {
    at = before(at, period);
    const name = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, last.length);
    if (name < first || name >= (periods[0] ?? '')) break;
    periods.unshift(name);
  }
  return periods;
}

function before(at: Date, period: Period): Date {
  if (period === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  if (period === 'year') return new Date(Date.UTC(at.getUTCFullYear() - 1, 0, 1));
  return new Date(at.getTime() - milliseconds[period]);
}
