export { DateParseError } from './date-parse-error.ts';
export { DatePatternError } from './date-pattern.ts';
export { formatIso, type DateKind, type IsoAccuracy, type IsoSettings } from './iso-format.ts';
export { formatServiceTimestamp } from './service-timestamp.ts';
export {
  dateFormat,
  UnknownDateKindError,
  type DateFormat,
  type DateFormatSettings,
} from './template-date-format.ts';
export { findTimeZone, findZoneId, timeZoneOrGmt, utc, type TimeZone } from './time-zone.ts';
