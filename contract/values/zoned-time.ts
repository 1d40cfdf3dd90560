type ZonedInstant =
  { readonly ok: true; readonly at: number } | { readonly ok: false; readonly message: string };

const dayLength = 86_400_000;
const wallForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}))?$/;

/** The local time zone. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(zone: string, at: number): number {
  const second = Math.floor(at / 1000) * 1000;
  return Date.parse(`${wallTime(zone, second)}Z`) - second;
}

/** Wall time in a zone, in the format of a datetime field: `2026-11-13T09:30:00`. */
export function wallTime(zone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '00';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

/**
 * Converts a wall time in a zone; the first of two when clocks go back. Rejects invalid times, and times skipped when clocks go
 * forward. Throws RangeError for an unknown zone.
 */
export function instantOf(zone: string, wall: string): ZonedInstant {
  const [, day, time = '', second = '00'] = wallForm.exec(wall) ?? [];
  const asUtc = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:${second}Z`);
  // An invalid day of a month would become one of the next month.
  if (day === undefined || Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(day))
    return { ok: false, message: 'Enter a date and time.' };
  // The offsets before and after: no zone changes its clocks twice in two days.
  const offsets = [offsetAt(zone, asUtc - dayLength), offsetAt(zone, asUtc + dayLength)];
  const found = offsets
    .map((offset) => asUtc - offset)
    .filter((at) => at + offsetAt(zone, at) === asUtc)
    .sort((one, other) => one - other);
  const [at] = found;
  if (at !== undefined) return { ok: true, at };
  const message = `This time is skipped in ${zone} (daylight saving). Choose an earlier or later time.`;
  return { ok: false, message };
}

/** The UTC offset at a time: `UTC+01:00`. */
export function formatOffset(zone: string, at: number): string {
  const minutes = Math.round(offsetAt(zone, at) / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
