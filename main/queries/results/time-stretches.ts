import type { TimeBucket } from '../../../contract/queries/result-formats.ts';

type Stretch = Exclude<TimeBucket, 'none'>;

/** Completes the name of a period to its start in ISO 8601. */
const rest = {
  minute: ':00.000Z',
  hour: ':00:00.000Z',
  day: 'T00:00:00.000Z',
  week: 'T00:00:00.000Z',
  month: '-01T00:00:00.000Z',
  year: '-01-01T00:00:00.000Z',
} as const satisfies Record<Stretch, string>;
const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/**
 * The time periods up to the last one, without gaps and limited in number; starting at the first one when there are fewer. They
 * are named by the start of their ISO 8601 date: `2026-11` is a month. An invalid date counts as the only one.
 */
export function stretchesUntil(first: string, last: string, stretch: Stretch, most: number): string[] {
  const stretches = [last];
  let at = new Date(`${last}${rest[stretch]}`);
  while (stretches.length < most && !Number.isNaN(at.getTime())) {
    at = before(at, stretch);
    const name = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, last.length);
    if (name < first || name >= (stretches[0] ?? '')) break;
    stretches.unshift(name);
  }
  return stretches;
}

function before(at: Date, stretch: Stretch): Date {
  if (stretch === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  if (stretch === 'year') return new Date(Date.UTC(at.getUTCFullYear() - 1, 0, 1));
  return new Date(at.getTime() - milliseconds[stretch]);
}
