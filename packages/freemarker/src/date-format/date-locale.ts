import { RecentlyMade } from '../recently-made.ts';
import { dateNames } from '../locale-data/date-names.ts';
import { resolveRow } from '../locale-data/rows.ts';
import { zoneNaming, type ZoneNaming } from './zone-name-translation.ts';
import type { WeekRules } from './calendar-fields.ts';

export type DateStyle = 'short' | 'medium' | 'long' | 'full';
const styles: readonly DateStyle[] = ['short', 'medium', 'long', 'full'];

/** What a locale contributes to dates. Lists of weekdays start with Sunday. */
export interface DateLocale {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly aloneMonths: readonly string[];
  readonly shortAloneMonths: readonly string[];
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly amPm: readonly string[];
  readonly eras: readonly string[];
  readonly shortEras: readonly string[];
  readonly week: WeekRules;
  readonly zeroDigit: string;
  readonly zoneNames: ZoneNaming;
  datePattern(style: DateStyle): string;
  timePattern(style: DateStyle): string;
  dateTimePattern(date: DateStyle, time: DateStyle): string;
}

/** Templates name locales, also such as there are none. */
const MAX_CACHED = 100;
const cache = new RecentlyMade<DateLocale>(MAX_CACHED);

/** The names and patterns of `locale` (`de_AT`); an unknown locale falls back to its language, then to neutral names. */
export function dateLocale(locale: string): DateLocale {
  let found = cache.get(locale);
  if (found === undefined) {
    found = readLocale(locale);
    cache.set(locale, found);
  }
  return found;
}

function readLocale(locale: string): DateLocale {
  const row = resolveRow(dateNames, locale);
  const list = (text: string): readonly string[] => text.split('|');
  const datePatterns = list(row.datePatterns);
  const timePatterns = list(row.timePatterns);
  const joinPatterns = list(row.joinPatterns);
  const [firstDay = 1, minimalDays = 1] = list(row.week).map(Number);
  const at = (patterns: readonly string[], style: DateStyle): string => patterns[styles.indexOf(style)] ?? '';
  return {
    months: list(row.months),
    shortMonths: list(row.shortMonths),
    aloneMonths: list(row.aloneMonths),
    shortAloneMonths: list(row.shortAloneMonths),
    weekdays: list(row.weekdays),
    shortWeekdays: list(row.shortWeekdays),
    amPm: list(row.amPm),
    eras: list(row.eras),
    shortEras: list(row.shortEras),
    week: { firstDay, minimalDays },
    zeroDigit: row.zero,
    zoneNames: zoneNaming(locale),
    datePattern: (style) => at(datePatterns, style),
    timePattern: (style) => at(timePatterns, style),
    dateTimePattern: (date, time) => {
      const shorter = Math.min(styles.indexOf(date), styles.indexOf(time));
      return (joinPatterns[shorter] ?? '{1} {0}')
        .replace('{1}', () => at(datePatterns, date))
        .replace('{0}', () => at(timePatterns, time));
    },
  };
}
