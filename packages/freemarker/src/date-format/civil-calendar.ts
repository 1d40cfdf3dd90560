/** Days between two calendars' reckonings are counted from 1970-01-01 in the Gregorian calendar. */
export const MS_PER_DAY = 86_400_000;

/** 1582-10-15, the first day that java.util.GregorianCalendar counts as Gregorian. */
const CUTOVER_DAY = -141_427;

/** A date without a time. `year` is astronomical: 0 is 1 BC. `month` is 1 to 12. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Which reckoning old dates get: Java's with the change of 1582, or Gregorian throughout as ISO 8601 demands. */
export type Reckoning = 'cutover' | 'gregorian';

/** The date of a day number. */
export function dateOfDay(day: number, reckoning: Reckoning): CivilDate {
  return reckoning === 'gregorian' || day >= CUTOVER_DAY ? gregorianDate(day) : julianDate(day);
}

/** The day number of a date; month and day may be out of range and then overflow into the next unit. */
export function dayOfDate(year: number, month: number, day: number, reckoning: Reckoning): number {
  const months = year * 12 + (month - 1);
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  const gregorian = gregorianDay(y, m, 1) + day - 1;
  if (reckoning === 'gregorian' || gregorian >= CUTOVER_DAY) return gregorian;
  // Java counts the days that the reform skipped in the old calendar.
  return julianDay(y, m, 1) + day - 1;
}

// Both directions count years from March, so that the leap day comes last.
function gregorianDay(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function gregorianDate(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  return fromMarch(yearOfEra + era * 400, dayOfYear);
}

function julianDay(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) + dayOfYear - 719_470;
}

function julianDate(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719_470;
  const year = Math.floor((4 * shifted + 3) / 1461);
  return fromMarch(year, shifted - (year * 365 + Math.floor(year / 4)));
}

function fromMarch(year: number, dayOfYear: number): CivilDate {
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return {
    year: month <= 2 ? year + 1 : year,
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  };
}

/** 1 for Sunday to 7 for Saturday, as java.util.Calendar counts. */
export function dayOfWeek(day: number): number {
  return ((((day + 4) % 7) + 7) % 7) + 1;
}
