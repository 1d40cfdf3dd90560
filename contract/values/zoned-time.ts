type ZonedInstant =
  { readonly ok: true; readonly at: number } | { readonly ok: false; readonly message: string };

const dayLength = 86_400_000;
const wallForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}))?$/;

/** Of this machine. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Milliseconds by which the clocks of a zone are ahead of UTC then. */
function offsetAt(zone: string, at: number): number {
  const second = Math.floor(at / 1000) * 1000;
  return Date.parse(`${wallTime(zone, second)}Z`) - second;
}

/** What the clocks of a zone show, as a field for it holds it: `2026-11-13T09:30:00`. */
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
 * The moment at which the clocks of a zone show a time; the first of two where they are put back. Refuses what is no time, and what they
 * never show because they are put forward. Throws RangeError for a zone that is none.
 */
export function instantOf(zone: string, wall: string): ZonedInstant {
  const [, day, time = '', second = '00'] = wallForm.exec(wall) ?? [];
  const asUtc = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:${second}Z`);
  // A day that a month does not have becomes one of the next month.
  if (day === undefined || Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(day))
    return { ok: false, message: 'Enter a day and a time.' };
  // The offsets around it: no zone changes its clocks twice in two days.
  const offsets = [offsetAt(zone, asUtc - dayLength), offsetAt(zone, asUtc + dayLength)];
  const found = offsets
    .map((offset) => asUtc - offset)
    .filter((at) => at + offsetAt(zone, at) === asUtc)
    .sort((one, other) => one - other);
  const [at] = found;
  if (at !== undefined) return { ok: true, at };
  const message = `In ${zone} the clocks are put forward over this time: choose one before or after.`;
  return { ok: false, message };
}

/** `UTC+01:00` then. */
export function offsetWords(zone: string, at: number): string {
  const minutes = Math.round(offsetAt(zone, at) / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
