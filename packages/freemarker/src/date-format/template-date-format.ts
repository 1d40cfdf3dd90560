import { RecentlyMade } from '../recently-made.ts';
import { dateLocale, type DateLocale, type DateStyle } from './date-locale.ts';
import { DateParseError } from './date-parse-error.ts';
import { DatePatternError, parseDatePattern } from './date-pattern.ts';
import { readDate } from './date-reader.ts';
import { createDateWriter } from './date-writer.ts';
import { formatIso, type DateKind } from './iso-format.ts';
import { parseIsoOptions } from './iso-options.ts';
import { parseIso } from './iso-parser.ts';
import { timeZoneOrGmt, utc, type TimeZone } from './time-zone.ts';

/** A date format that is ready for use. */
export interface DateFormat {
  /** What the format is called in error messages: its pattern, or the standard and the kind of value. */
  readonly description: string;
  format(time: number): string;
  /** @throws DateParseError */
  parse(text: string, now: () => number): number;
}

export interface DateFormatSettings {
  /** Java's name of the locale: `en_US`. */
  readonly locale: string;
  /** Java's id of the time zone; an unknown id means GMT. */
  readonly timeZone: string;
}

/** The format needs to know whether the value is a date, a time or both. */
export class UnknownDateKindError extends Error {
  override readonly name = 'UnknownDateKindError';
  readonly code = 'unknown_date_kind';
}

const CACHE_LIMIT = 500;
/** Longer patterns are not cached. */
const MAX_CACHED_LENGTH = 200;
const cache = new RecentlyMade<DateFormat>(CACHE_LIMIT);

/**
 * The format that a date format setting or the argument of `?string` names: empty (the locale's default), `iso…` or
 * `xs…` with options, styles such as `short` or `long_medium`, or else a SimpleDateFormat pattern.
 * @throws DatePatternError, UnknownDateKindError
 */
export function dateFormat(
  source: string,
  kind: DateKind | 'unknown',
  settings: DateFormatSettings,
): DateFormat {
  const key = `${kind}|${settings.locale}|${settings.timeZone}|${source}`;
  let format = cache.get(key);
  if (format === undefined) {
    format = createDateFormat(source, kind, settings);
    if (source.length <= MAX_CACHED_LENGTH) cache.set(key, format);
  }
  return format;
}

function createDateFormat(
  source: string,
  kind: DateKind | 'unknown',
  settings: DateFormatSettings,
): DateFormat {
  const zone = timeZoneOrGmt(settings.timeZone);
  if (/^@[\p{L}]/u.test(source)) {
    const name = /^@([^ _]*)/.exec(source)?.[1] ?? '';
    throw new DatePatternError(`No custom date format was defined with name "${name}"`);
  }
  if (source.startsWith('iso')) return isoDateFormat(source, 'iso', kind, zone);
  if (source.startsWith('xs')) return isoDateFormat(source, 'xs', kind, zone);
  const locale = dateLocale(settings.locale);
  return patternDateFormat(stylePattern(source, kind, locale) ?? source, locale, zone);
}

const kindNames = {
  iso: { date: 'date', time: 'time', datetime: 'date-time', standard: 'ISO 8601 (subset)' },
  xs: { date: 'date', time: 'time', datetime: 'dateTime', standard: 'W3C XML Schema' },
};

function isoDateFormat(
  source: string,
  dialect: 'iso' | 'xs',
  kind: DateKind | 'unknown',
  zone: TimeZone,
): DateFormat {
  const { accuracy, showsOffset, usesUtc } = parseIsoOptions(source, dialect);
  if (kind === 'unknown') throw unknownKind();
  const settings = { dialect, accuracy, showsOffset, zone: usesUtc ? utc : zone };
  return {
    description: `${kindNames[dialect].standard} ${kindNames[dialect][kind]}`,
    format: (time) => formatIso(time, kind, settings),
    parse: (text) => parseIso(text, kind, dialect, settings.zone),
  };
}

const unknownKind = (): UnknownDateKindError =>
  new UnknownDateKindError("It isn't known if it's a date (no time part), time or date-time value.");

function patternDateFormat(pattern: string, locale: DateLocale, zone: TimeZone): DateFormat {
  const parts = parseDatePattern(pattern);
  return {
    description: pattern,
    format: createDateWriter(parts, locale, zone),
    parse: (text, now) => {
      const time = readDate(text, parts, { locale, zone, now });
      if (time === undefined) throw new DateParseError(`Unparseable date: "${text}"`);
      return time;
    },
  };
}

const isStyle = (name: string | undefined): name is DateStyle =>
  name === 'short' || name === 'medium' || name === 'long' || name === 'full';

/** The locale's pattern if `source` names styles, like the empty string (medium) or `short_long`. */
function stylePattern(source: string, kind: DateKind | 'unknown', locale: DateLocale): string | undefined {
  const names = source.split('_').filter((name) => name !== '');
  const [first = 'medium', second = first] = names;
  if (!isStyle(first)) return undefined;
  switch (kind) {
    case 'unknown':
      throw unknownKind();
    case 'date':
      return locale.datePattern(first);
    case 'time':
      return locale.timePattern(first);
    case 'datetime':
      return isStyle(second) ? locale.dateTimePattern(first, second) : undefined;
  }
}
