import { calendarFields } from './calendar-fields.ts';
import type { TimeZone } from './time-zone.ts';
import { paddedText } from '../values/small-numbers.ts';
import { utcTimestamp } from './utc-timestamp.ts';

/** Which parts of a date-like value are meant. */
export type DateKind = 'date' | 'time' | 'datetime';

/** How much of the time is written; `milliseconds` drops trailing zeros, `fixed-milliseconds` keeps all three. */
export type IsoAccuracy = 'hours' | 'minutes' | 'seconds' | 'milliseconds' | 'fixed-milliseconds';

export interface IsoSettings {
  readonly dialect: 'iso' | 'xs';
  readonly accuracy: IsoAccuracy;
  readonly showsOffset: boolean;
  readonly zone: TimeZone;
}

/** Writes epoch milliseconds by ISO 8601 or XML Schema; years are Gregorian throughout. */
export function formatIso(time: number, kind: DateKind, settings: IsoSettings): string {
  const { dialect, zone } = settings;
  if (kind === 'datetime' && settings.accuracy === 'seconds' && dialect === 'iso') {
    const offset = zone.offsetAt(time);
    const text = utcTimestamp(time + offset);
    if (text !== undefined) return settings.showsOffset ? text + offsetText(offset) : text;
  }
  const fields = calendarFields(time, zone, 'gregorian');
  let out = '';
  if (kind !== 'time') {
    // XML Schema has no year 0: 1 BC is -1.
    const year = dialect === 'xs' && fields.year <= 0 ? fields.year - 1 : fields.year;
    out = `${year >= 0 && year < 10_000 ? String(year).padStart(4, '0') : year}-${two(fields.month)}-${two(fields.day)}`;
  }
  if (kind === 'datetime') out += 'T';
  if (kind !== 'date') {
    out += two(fields.hour);
    if (settings.accuracy !== 'hours') out += `:${two(fields.minute)}`;
    if (settings.accuracy !== 'hours' && settings.accuracy !== 'minutes') out += `:${two(fields.second)}`;
    out += fraction(fields.millisecond, settings.accuracy);
  }
  const hasOffset = settings.showsOffset && (kind !== 'date' || dialect === 'xs');
  return hasOffset ? out + offsetText(fields.offset) : out;
}

function two(value: number): string {
  return paddedText(value, 2);
}

function fraction(millisecond: number, accuracy: IsoAccuracy): string {
  if (accuracy === 'fixed-milliseconds') return `.${String(millisecond).padStart(3, '0')}`;
  if (accuracy !== 'milliseconds' || millisecond === 0) return '';
  return `.${String(millisecond).padStart(3, '0').replace(/0+$/, '')}`;
}

function offsetText(offset: number): string {
  const seconds = Math.floor(Math.abs(offset) / 1000);
  if (seconds === 0) return 'Z';
  const sign = offset < 0 ? '-' : '+';
  const tail = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  return `${sign}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${tail}`;
}
