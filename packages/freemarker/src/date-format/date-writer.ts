import {
  calendarFields,
  dayOfYear,
  weekOfMonth,
  weekOfYear,
  type CalendarFields,
} from './calendar-fields.ts';
import { paddedText, smallText } from '../values/small-numbers.ts';
import type { DateLocale } from './date-locale.ts';
import type { DateLetter, DatePatternPart } from './date-pattern.ts';
import type { TimeZone } from './time-zone.ts';
import type { ZoneNames } from './zone-data.ts';

type FieldWriter = (fields: CalendarFields) => string;

/** A function that writes epoch milliseconds by a pattern, as java.text.SimpleDateFormat.format does. */
export function createDateWriter(
  parts: readonly DatePatternPart[],
  locale: DateLocale,
  zone: TimeZone,
): (time: number) => string {
  // A pattern of only the month uses the standalone form of its name.
  const isMonthAlone = parts.length === 1;
  const writers = parts.map((part) =>
    'text' in part ? part.text : letterWriter(part.letter, part.count, locale, isMonthAlone),
  );
  return (time) => {
    const fields = calendarFields(time, zone, 'cutover');
    let out = '';
    for (const writer of writers) out += typeof writer === 'string' ? writer : writer(fields);
    return out;
  };
}

const yearOfEra = (year: number): number => (year > 0 ? year : 1 - year);
const halfDayHour = (hour: number): number => hour % 12;

function letterWriter(
  letter: DateLetter,
  count: number,
  locale: DateLocale,
  isMonthAlone: boolean,
): FieldWriter {
  const isLong = count >= 4;
  const number = (read: (fields: CalendarFields) => number): FieldWriter => paddedWriter(read, count, locale);
  const year = (read: (fields: CalendarFields) => number): FieldWriter =>
    count === 2 ? paddedWriter((fields) => read(fields) % 100, 2, locale) : number(read);
  switch (letter) {
    case 'G':
      return named(isLong ? locale.eras : locale.shortEras, (fields) => (fields.year > 0 ? 1 : 0));
    case 'y':
      return year((fields) => yearOfEra(fields.year));
    case 'Y':
      return year((fields) => weekOfYear(fields, locale.week).year);
    case 'M':
      if (count < 3) return number((fields) => fields.month);
      if (isMonthAlone) return monthAlone(isLong, locale);
      return named(isLong ? locale.months : locale.shortMonths, (fields) => fields.month - 1);
    case 'L':
      return count < 3 ? number((fields) => fields.month) : monthAlone(isLong, locale);
    case 'd':
      return number((fields) => fields.day);
    case 'D':
      return number(dayOfYear);
    case 'F':
      return number((fields) => Math.floor((fields.day - 1) / 7) + 1);
    case 'w':
      return number((fields) => weekOfYear(fields, locale.week).week);
    case 'W':
      return number((fields) => weekOfMonth(fields, locale.week));
    case 'E':
      return named(isLong ? locale.weekdays : locale.shortWeekdays, (fields) => fields.weekday - 1);
    case 'u':
      return number((fields) => (fields.weekday === 1 ? 7 : fields.weekday - 1));
    case 'a':
      return named(locale.amPm, (fields) => (fields.hour < 12 ? 0 : 1));
    case 'H':
      return number((fields) => fields.hour);
    case 'k':
      return number((fields) => (fields.hour === 0 ? 24 : fields.hour));
    case 'K':
      return number((fields) => halfDayHour(fields.hour));
    case 'h':
      return number((fields) => halfDayHour(fields.hour) || 12);
    case 'm':
      return number((fields) => fields.minute);
    case 's':
      return number((fields) => fields.second);
    case 'S':
      return number((fields) => fields.millisecond);
    case 'z':
      return zoneNameWriter(isLong, locale);
    case 'Z':
      return (fields) => signedOffset(fields.offset, '');
    case 'X':
      return isoOffsetWriter(count);
  }
}

const named =
  (names: readonly string[], index: (fields: CalendarFields) => number): FieldWriter =>
  (fields) =>
    names[index(fields)] ?? '';

const monthAlone = (isLong: boolean, locale: DateLocale): FieldWriter =>
  named(isLong ? locale.aloneMonths : locale.shortAloneMonths, (fields) => fields.month - 1);

function paddedWriter(
  read: (fields: CalendarFields) => number,
  width: number,
  locale: DateLocale,
): FieldWriter {
  if (locale.zeroDigit !== '0') {
    const shift = locale.zeroDigit.charCodeAt(0) - 48;
    return (fields) =>
      padded(read(fields), width).replace(/[0-9]/g, (digit) =>
        String.fromCharCode(digit.charCodeAt(0) + shift),
      );
  }
  if (width === 1) return (fields) => smallText(read(fields));
  return (fields) => padded(read(fields), width);
}

function padded(value: number, width: number): string {
  if (value < 0) return `-${padded(-value, width)}`;
  return value < 1_000 && width <= 3 ? paddedText(value, width) : String(value).padStart(width, '0');
}

function zoneNameWriter(isLong: boolean, locale: DateLocale): FieldWriter {
  return ({ zone, time }) => zoneName(zone, locale.zoneNames(zone), time, isLong);
}

/** The name that a zone has at a time, of `names`: standard or daylight saving. */
export function zoneName(zone: TimeZone, names: ZoneNames, time: number, isLong: boolean): string {
  if (zone.isDaylightAt(time)) return isLong ? names.longDaylight : names.shortDaylight;
  return isLong ? names.long : names.short;
}

function signedOffset(offset: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  const hours = paddedText(Math.floor(minutes / 60), 2);
  return (offset < 0 ? '-' : '+') + hours + separator + paddedText(minutes % 60, 2);
}

function isoOffsetWriter(count: number): FieldWriter {
  return (fields) => {
    if (fields.offset === 0) return 'Z';
    const text = signedOffset(fields.offset, count === 3 ? ':' : '');
    return count === 1 ? text.slice(0, 3) : text;
  };
}
