/**
 * The platform's `DateFunc(base, offset)`: UTC text `YYYY-MM-DD HH:MM:SS`, comparable with the tenant's moments.
 * `base` is `now` or such a text; the offset is a number of days (`-7`), a time (`-0:30`, `-12:00`), or both
 * (`-1.12:00`). Null when either cannot be read. Source: compatibility, "query"; the forms beyond days are ours.
 */
export function dateFunc(base: unknown, offset: unknown, now: () => number): string | null {
  const start = typeof base === 'string' && base.toLowerCase() === 'now' ? now() : parseMoment(base);
  const shift = offset === undefined || offset === null ? 0 : parseOffset(String(offset));
  if (Number.isNaN(start) || shift === undefined) return null;
  const moved = new Date(start + shift);
  return Number.isNaN(moved.getTime()) ? null : moved.toISOString().replace('T', ' ').slice(0, 19);
}

function parseMoment(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return Number.NaN;
  const text = value.replace(' ', 'T');
  return Date.parse(text.length > 10 && !/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text);
}

function parseOffset(text: string): number | undefined {
  const match = /^([+-]?)(?:(\d+)|(?:(\d+)\.)?(\d+):(\d\d)(?::(\d\d))?)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, wholeDays, days, hours = '0', minutes = '0', seconds = '0'] = match;
  const minutesInAll = (Number(wholeDays ?? days ?? '0') * 24 + Number(hours)) * 60 + Number(minutes);
  const milliseconds = minutesInAll * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -milliseconds : milliseconds;
}
