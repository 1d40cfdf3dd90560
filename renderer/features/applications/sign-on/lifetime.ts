import { counted } from '../../../../languages/text/intl.ts';
/** Seconds per unit, largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds of `[d.]hh:mm:ss`, as the platform writes a lifetime; undefined for anything else. */
function secondsOf(text: string): number | undefined {
  const match = /^(?:(\d{1,8})\.)?(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A readable lifetime: `5 hours`, `1 day 12 hours`; undefined if invalid. */
export function lifetimeText(text: string): string | undefined {
  let rest = secondsOf(text);
  if (rest === undefined) return undefined;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(counted(count, unit));
  }
  return parts.length === 0 ? 'expires immediately' : parts.join(' ');
}

const unitSeconds: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Converts input such as `5 h`, `90 min` or `30 days` to the platform's format; other text is unchanged. */
export function asLifetime(typed: string): string {
  const match = /^(\d{1,9})\s*(d|h|m|s)(?:ays?|ours?|in(?:utes?)?|ec(?:onds?)?)?$/i.exec(typed.trim());
  const [, count, unit] = match ?? [];
  if (count === undefined || unit === undefined) return typed;
  const seconds = Number(count) * (unitSeconds[unit.toLowerCase()] ?? 1);
  const days = Math.floor(seconds / 86_400);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor((seconds % 86_400) / 3600);
  const clock = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return days === 0 ? `${hours}:${clock}` : `${days}.${two(hours)}:${clock}`;
}
