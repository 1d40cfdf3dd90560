const zone = /(?:\b(?:GMT|UTC|UT|[ECMP][SD]T)|[\d ]Z|:\d\d(?:\.\d+)? ?[+-]\d\d:?\d\d)(?:\s*\(.*\))?$/i;
const isoTime = /^([+-]?\d{4,6}-\d\d-\d\d)[T ](\d\d:\d\d\S*)$/i;
const isoDate = /^[+-]?\d{4,6}-\d\d-\d\d$/;

/**
 * Milliseconds since the epoch, NaN for an invalid date. A date without a zone is UTC: a server can't mean the local zone of this
 * computer, which `Date.parse` assumes. Source: RFC 9110, section 5.6.7 (asctime dates are UTC, too).
 */
export function parseUtc(text: string): number {
  const date = text.trim();
  if (zone.test(date) || isoDate.test(date)) return Date.parse(date);
  const [, day, time] = isoTime.exec(date) ?? [];
  return Date.parse(day === undefined ? `${date} GMT` : `${day}T${time ?? ''}Z`);
}
