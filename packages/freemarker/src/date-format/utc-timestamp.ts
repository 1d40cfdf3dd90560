const DAY = 86_400_000;
/** The first milliseconds of the years 1 and 10000, between which years have four digits. */
const YEAR_1 = -62_135_596_800_000;
const YEAR_10000 = 253_402_300_800_000;

const TWO = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'));
const two = (value: number): string => TWO[value] ?? String(value);
/** With the separators included, so that a timestamp is joined from four pieces. */
const HOURS = TWO.slice(0, 24).map((hour) => `T${hour}:`);
const MINUTES = TWO.map((minute) => `${minute}:`);

/**
 * `2023-11-14T22:13:20`: epoch milliseconds in UTC, to the second. Undefined outside of the years with four digits.
 * It exists because timestamps are what payloads are full of; the general way is four times slower.
 */
export function utcTimestamp(time: number): string | undefined {
  if (!(time >= YEAR_1 && time < YEAR_10000)) return undefined;
  const day = Math.floor(time / DAY);
  const second = Math.floor((time - day * DAY) / 1000);
  const minute = (second / 60) | 0;
  const hour = (minute / 60) | 0;
  if (day !== lastDay) {
    lastDate = dateOfEpochDay(day);
    lastDay = day;
  }
  return lastDate + (HOURS[hour] ?? '') + (MINUTES[minute - hour * 60] ?? '') + two(second - minute * 60);
}

/** The timestamps of a payload are mostly of one day. */
let lastDay = Number.NaN;
let lastDate = '';

/** The Gregorian date of a day counted from 1970-01-01, by eras of 400 years that begin in March. */
function dateOfEpochDay(epochDay: number): string {
  const day = epochDay + 719_468;
  const era = Math.floor(day / 146_097);
  const dayOfEra = day - era * 146_097;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const shifted = ((5 * dayOfYear + 2) / 153) | 0;
  const dayOfMonth = dayOfYear - (((153 * shifted + 2) / 5) | 0) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${year < 1000 ? String(year).padStart(4, '0') : year}-${two(month)}-${two(dayOfMonth)}`;
}
