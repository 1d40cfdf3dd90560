import { dateFormat } from '../date-format/index.ts';
import type { DateFormat } from '../date-format/index.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import type { DateLikeKind, DateValue } from '../values/value.ts';
import type { Environment } from './environment.ts';

/** No date needs more; each character of a pattern may become a cached part. */
const MAX_PATTERN_LENGTH = 2_000;

/** Longer patterns are not cached. */
const MAX_CACHED_LENGTH = 200;

/** The date in the current format of its kind. */
export function formatDate(value: DateValue, env: Environment): string {
  return dateFormatFor(value.kind, undefined, env).format(value.time);
}

/** The format named, or the one that the settings have for the kind. */
export function dateFormatFor(kind: DateLikeKind, source: string | undefined, env: Environment): DateFormat {
  const name = source ?? formatSetting(kind, env);
  const known = name === undefined ? undefined : env.dateFormats[kind].get(name);
  return known ?? findDateFormat(kind, name, env);
}

function findDateFormat(kind: DateLikeKind, name: string | undefined, env: Environment): DateFormat {
  if (name !== undefined && name.length > MAX_PATTERN_LENGTH) {
    throw env.failure('limit-size', `A date format is longer than ${MAX_PATTERN_LENGTH} characters.`);
  }
  try {
    if (name === undefined) throw new Error(UNKNOWN_KIND);
    const { locale, timeZone } = env.settings;
    const format = dateFormat(name, kind, { locale, timeZone });
    if (name.length <= MAX_CACHED_LENGTH) env.dateFormats[kind].set(name, format);
    return format;
  } catch (error) {
    throw runtimeError('format', error instanceof Error ? error.message : String(error), env.current, error);
  }
}

const UNKNOWN_KIND =
  "Can't convert the date-like value to string because it isn't known if it's a date (no time part), time or " +
  'date-time value. Use ?date, ?time or ?datetime to say what it is.';

function formatSetting(kind: DateLikeKind, { settings }: Environment): string | undefined {
  switch (kind) {
    case 'date':
      return settings.dateFormat;
    case 'time':
      return settings.timeFormat;
    case 'datetime':
      return settings.datetimeFormat;
    case 'unknown':
      return undefined;
  }
}
