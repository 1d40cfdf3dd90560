import { dateOfDay, dayOfDate, MS_PER_DAY } from './civil-calendar.ts';
import { DateParseError } from './date-parse-error.ts';
import type { DateKind } from './iso-format.ts';
import { timeOfWall, type TimeZone } from './time-zone.ts';

type Dialect = 'iso' | 'xs';

const offsetSource = {
  xs: '(Z|(?:[-+][0-9]{2}:[0-9]{2}))?',
  basic: '(Z|(?:[-+][0-9]{2}(?:[0-9]{2})?))?',
  extended: '(Z|(?:[-+][0-9]{2}(?::[0-9]{2})?))?',
};
const dateSource = {
  xs: '(-?[0-9]+)-([0-9]{2})-([0-9]{2})',
  basic: '(-?[0-9]{4,}?)([0-9]{2})([0-9]{2})',
  extended: '(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})',
};
const timeSource = {
  xs: '([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?',
  basic: '([0-9]{2})(?:([0-9]{2})(?:([0-9]{2})(?:[\\.,]([0-9]+))?)?)?',
  extended: '([0-9]{2})(?::([0-9]{2})(?::([0-9]{2})(?:[\\.,]([0-9]+))?)?)?',
};

type Notation = keyof typeof dateSource;

function sourceOf(kind: DateKind, notation: Notation): string {
  const date = dateSource[notation];
  const time = timeSource[notation] + offsetSource[notation];
  if (kind === 'datetime') return `${date}T${time}`;
  if (kind === 'time') return time;
  return notation === 'xs' ? date + offsetSource.xs : date;
}

const notations: Record<Dialect, readonly Notation[]> = { xs: ['xs'], iso: ['extended', 'basic'] };

const shapes: Readonly<Record<DateKind, Partial<Record<Notation, RegExp>>>> = {
  date: {},
  time: {},
  datetime: {},
};

function shapeOf(kind: DateKind, notation: Notation): RegExp {
  return (shapes[kind][notation] ??= new RegExp(`^(?:${sourceOf(kind, notation)})$`));
}

/**
 * Reads a date, time or date-time in ISO 8601 (basic or extended) or XML Schema notation; `zone` counts where the text
 * names no offset. Returns epoch milliseconds.
 * @throws DateParseError
 */
export function parseIso(text: string, kind: DateKind, dialect: Dialect, zone: TimeZone): number {
  for (const notation of notations[dialect]) {
    const match = shapeOf(kind, notation).exec(text);
    if (match !== null) return resolve(match.slice(1), kind, dialect, zone);
  }
  const expected = notations[dialect].map((notation) => sourceOf(kind, notation)).join(' or ');
  const shown = kind === 'date' ? '' : ` (${text})`;
  throw new DateParseError(`The value${shown} didn't match the expected pattern: ${expected}`);
}

function resolve(
  groups: readonly (string | undefined)[],
  kind: DateKind,
  dialect: Dialect,
  zone: TimeZone,
): number {
  const date = kind === 'time' ? epochDate : readDatePart(groups, dialect);
  const timeGroups = kind === 'datetime' ? groups.slice(3) : kind === 'time' ? groups : [];
  const time = kind === 'date' ? midnight : readTimePart(timeGroups);
  checkDate(date, kind);
  const day = dayOfDate(date.year, date.month, date.day, 'gregorian') + (time.isEndOfDay ? 1 : 0);
  const wall = day * MS_PER_DAY + time.milliseconds;
  const offset = kind === 'date' ? groups[3] : timeGroups[4];
  return offset === undefined ? timeOfWall(wall, zone) : wall - readOffset(offset);
}

interface DatePart {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const epochDate: DatePart = { year: 1970, month: 1, day: 1 };
const midnight = { milliseconds: 0, isEndOfDay: false };

function numberIn(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (value < min) throw new DateParseError(`The ${name} part must be at least ${min}.`);
  if (value > max) throw new DateParseError(`The ${name} part can't be more than ${max}.`);
  return value;
}

function readDatePart(groups: readonly (string | undefined)[], dialect: Dialect): DatePart {
  const [yearText = '', monthText = '', dayText = ''] = groups;
  let year = numberIn(yearText, 'year', -2_147_483_648, 2_147_483_647);
  if (dialect === 'xs' && year === 0) {
    throw new DateParseError('Year 0 is not allowed in XML schema dates. BC 1 is -1, AD 1 is 1.');
  }
  if (dialect === 'xs' && year < 0) year++;
  return { year, month: numberIn(monthText, 'month', 1, 12), day: numberIn(dayText, 'day-of-month', 1, 31) };
}

/** ISO texts are not lenient: February 30 is an error. */
function checkDate(date: DatePart, kind: DateKind): void {
  // Every month has these.
  if (date.day <= 28) return;
  const found = dateOfDay(dayOfDate(date.year, date.month, date.day, 'gregorian'), 'gregorian');
  if (found.month === date.month) return;
  const what = kind === 'datetime' ? 'date-time' : 'date';
  throw new DateParseError(
    `${what === 'date' ? 'Date' : 'Date-time'} calculation faliure. Probably the ${what} is formally correct, but refers to an unexistent ${what} (like February 30).`,
  );
}

function readTimePart(groups: readonly (string | undefined)[]): {
  milliseconds: number;
  isEndOfDay: boolean;
} {
  const [hourText = '0', minuteText = '0', secondText = '0', fraction = ''] = groups;
  const hour = numberIn(hourText, 'hour-of-day', 0, 24);
  const minute = numberIn(minuteText, 'minute', 0, 59);
  const second = numberIn(secondText, 'second', 0, 60);
  const millisecond = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (hour === 24 && (minute !== 0 || second !== 0 || millisecond !== 0)) {
    throw new DateParseError('Hour 24 is only allowed in the case of midnight.');
  }
  if (second === 60) {
    throw new DateParseError(
      'Date-time calculation faliure. Probably the date-time is formally correct, but refers to an unexistent date-time (like February 30).',
    );
  }
  const isEndOfDay = hour === 24;
  return {
    milliseconds: (((isEndOfDay ? 0 : hour) * 60 + minute) * 60 + second) * 1000 + millisecond,
    isEndOfDay,
  };
}

function readOffset(text: string): number {
  if (text === 'Z') return 0;
  const hours = numberIn(text.slice(1, 3), 'offset-hours', 0, 23);
  const minutes = numberIn(text.slice(3).replace(':', '') || '0', 'offset-minutes', 0, 59);
  const magnitude = (hours * 60 + minutes) * 60_000;
  return text.startsWith('-') ? -magnitude : magnitude;
}
