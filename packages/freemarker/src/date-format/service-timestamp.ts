import { calendarFields } from './calendar-fields.ts';
import { dateLocale } from './date-locale.ts';
import { zoneName } from './date-writer.ts';
import type { TimeZone } from './time-zone.ts';

/**
 * A time as the service's `utils` write it: `Nov 14, 2023 11:13 PM, CET`, in English whatever the locale.
 * Source: the platform specification, payload template language.
 */
export function formatServiceTimestamp(time: number, zone: TimeZone): string {
  const fields = calendarFields(time, zone, 'gregorian');
  const { shortMonths, amPm } = dateLocale('en_US');
  const year = fields.year > 0 ? fields.year : 1 - fields.year;
  const yearText = year > 9999 ? `+${year}` : String(year).padStart(4, '0');
  const minute = String(fields.minute).padStart(2, '0');
  const half = amPm[fields.hour < 12 ? 0 : 1] ?? '';
  const date = `${shortMonths[fields.month - 1] ?? ''} ${fields.day}, ${yearText}`;
  return `${date} ${fields.hour % 12 || 12}:${minute} ${half}, ${zoneName(zone, zone.names, time, false)}`;
}
