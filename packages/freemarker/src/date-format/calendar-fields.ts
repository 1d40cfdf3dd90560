import { dateOfDay, dayOfDate, dayOfWeek, MS_PER_DAY, type Reckoning } from './civil-calendar.ts';
import type { TimeZone } from './time-zone.ts';

/** The fields of a time in a zone. */
export interface CalendarFields {
  readonly time: number;
  readonly zone: TimeZone;
  /** Milliseconds east of Greenwich. */
  readonly offset: number;
  /** Days since 1970-01-01, local. */
  readonly dayNumber: number;
  /** Astronomical: 0 is 1 BC. */
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 1 for Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** Splits epoch milliseconds into the fields that clocks and calendars of `zone` show. */
export function calendarFields(time: number, zone: TimeZone, reckoning: Reckoning): CalendarFields {
  const known = lastFields;
  if (known?.time === time && known.zone === zone && lastReckoning === reckoning) return known;
  lastFields = computedFields(time, zone, reckoning);
  lastReckoning = reckoning;
  return lastFields;
}

/** Templates print a time in several formats, one right after the other. */
let lastFields: CalendarFields | undefined;
let lastReckoning: Reckoning | undefined;

function computedFields(time: number, zone: TimeZone, reckoning: Reckoning): CalendarFields {
  const offset = zone.offsetAt(time);
  const local = time + offset;
  const dayNumber = Math.floor(local / MS_PER_DAY);
  const inDay = local - dayNumber * MS_PER_DAY;
  const { year, month, day } = dateOfDay(dayNumber, reckoning);
  return {
    time,
    zone,
    offset,
    dayNumber,
    year,
    month,
    day,
    weekday: dayOfWeek(dayNumber),
    hour: Math.floor(inDay / 3_600_000),
    minute: Math.floor(inDay / 60_000) % 60,
    second: Math.floor(inDay / 1000) % 60,
    millisecond: inDay % 1000,
  };
}

/** How weeks are counted: the first weekday (1 is Sunday), and how many days a period's first week has at least. */
export interface WeekRules {
  readonly firstDay: number;
  readonly minimalDays: number;
}

export const dayOfYear = (fields: CalendarFields): number =>
  fields.dayNumber - dayOfDate(fields.year, 1, 1, 'cutover') + 1;

/** The start of the first week of the period (a year or a month) that begins on `firstDayNumber`. */
export function firstWeekStart(firstDayNumber: number, rules: WeekRules): number {
  const into = (dayOfWeek(firstDayNumber) - rules.firstDay + 7) % 7;
  const start = firstDayNumber - into;
  return 7 - into >= rules.minimalDays ? start : start + 7;
}

/** The week-based year and the week in it. */
export function weekOfYear(
  fields: CalendarFields,
  rules: WeekRules,
): { readonly year: number; readonly week: number } {
  const startOf = (year: number): number => firstWeekStart(dayOfDate(year, 1, 1, 'cutover'), rules);
  let year = fields.year;
  if (fields.dayNumber >= startOf(year + 1)) year++;
  else if (fields.dayNumber < startOf(year)) year--;
  return { year, week: Math.floor((fields.dayNumber - startOf(year)) / 7) + 1 };
}

/** The week in the month; 0 for days before the month's first week. */
export function weekOfMonth(fields: CalendarFields, rules: WeekRules): number {
  const start = firstWeekStart(fields.dayNumber - fields.day + 1, rules);
  return Math.floor((fields.dayNumber - start) / 7) + 1;
}
