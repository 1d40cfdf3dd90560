import { counted } from './intl.ts';
/** Short times: "now", "4 min", "2 h", "3 d", "2 wk", "1 mo", "1 y". */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly {
  readonly below: number;
  readonly unit: number;
  readonly short: string;
  readonly long: string;
}[] = [
  { below: hour, unit: minute, short: 'min', long: 'minute' },
  { below: day, unit: hour, short: 'h', long: 'hour' },
  { below: 14 * day, unit: day, short: 'd', long: 'day' },
  { below: 60 * day, unit: 7 * day, short: 'wk', long: 'week' },
  { below: 365 * day, unit: 30 * day, short: 'mo', long: 'month' },
  { below: Number.POSITIVE_INFINITY, unit: 365 * day, short: 'y', long: 'year' },
];

/** The style: `short` for columns ("4 h"), `long` for sentences ("4 hours ago"). */
export type TimeStyle = 'short' | 'long';

/**
 * The distance from `now` to `then`, both in milliseconds since the epoch. Less than 45 s either way is "now"; values
 * are rounded down, so that nothing looks older than it is.
 */
export function formatRelativeTime(then: number, now: number, style: TimeStyle = 'short'): string {
  const distance = Math.abs(now - then);
  if (distance < 45_000) return style === 'short' ? 'now' : 'just now';
  const step = steps.find((candidate) => distance < candidate.below);
  if (step === undefined) return '';
  const count = Math.max(1, Math.floor(distance / step.unit));
  const future = then > now;
  if (style === 'short') return future ? `in ${count} ${step.short}` : `${count} ${step.short}`;
  const text = counted(count, step.long);
  return future ? `in ${text}` : `${text} ago`;
}

/** The same for something that happened: never in the future, even if its clock is ahead of this one. */
export function formatPastTime(then: number, now: number, style: TimeStyle = 'short'): string {
  return formatRelativeTime(Math.min(then, now), now, style);
}

/** Milliseconds until the text of `relativeTime` can change: for the timer that refreshes it. At least a second. */
export function nextChange(then: number, now: number): number {
  const distance = Math.abs(now - then);
  if (distance < minute) return 15_000;
  if (distance < hour) return Math.max(1_000, minute - (distance % minute));
  return 10 * minute;
}
