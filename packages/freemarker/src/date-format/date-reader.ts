import { calendarFields } from './calendar-fields.ts';
import type { DateLocale } from './date-locale.ts';
import type { DateLetter, DatePatternPart } from './date-pattern.ts';
import { ParsedFields, type ParsedField } from './parsed-fields.ts';
import { timeZoneOrGmt, type TimeZone } from './time-zone.ts';
import { latinDigits } from '../values/script-digits.ts';
import { zonesByPreference, type ZoneNames } from './zone-data.ts';

export interface DateReaderSettings {
  readonly locale: DateLocale;
  readonly zone: TimeZone;
  /** The current time: years of two digits lie within 80 years before and 20 after it. */
  readonly now: () => number;
}

/**
 * Reads a date as java.text.SimpleDateFormat.parse does: leniently (`2024-02-30` is March 1), and with no regard to
 * what follows it. Returns epoch milliseconds, or undefined if the text does not match.
 */
export function readDate(
  text: string,
  parts: readonly DatePatternPart[],
  settings: DateReaderSettings,
): number | undefined {
  return new DateReader(text, parts, settings).read();
}

class DateReader {
  private readonly fields = new ParsedFields();
  private readonly text: string;
  private readonly parts: readonly DatePatternPart[];
  private readonly settings: DateReaderSettings;
  private at = 0;
  private zone: TimeZone;
  private hasAmbiguousYear = false;

  constructor(text: string, parts: readonly DatePatternPart[], settings: DateReaderSettings) {
    this.text = text;
    this.parts = parts;
    this.settings = settings;
    this.zone = settings.zone;
  }

  read(): number | undefined {
    for (let index = 0; index < this.parts.length; index++) {
      const part = this.parts[index];
      if (part === undefined) break;
      if ('text' in part) {
        if (!this.text.startsWith(part.text, this.at)) return undefined;
        this.at += part.text.length;
      } else if (!this.readField(part.letter, part.count, obeysWidth(this.parts[index + 1])))
        return undefined;
    }
    return this.resolve();
  }

  private resolve(): number {
    const { week } = this.settings.locale;
    const time = this.fields.resolve(this.zone, week);
    const year = this.fields.get('year');
    if (!this.hasAmbiguousYear || year === undefined || time >= this.centuryStart()) return time;
    this.fields.set('year', year + 100);
    return this.fields.resolve(this.zone, week);
  }

  /** 80 years ago, to the millisecond. */
  private centuryStart(): number {
    const now = calendarFields(this.settings.now(), this.settings.zone, 'cutover');
    const start = new ParsedFields();
    start.set('year', now.year - 80);
    start.set('month', now.month);
    start.set('day', now.day);
    start.set('hour24', now.hour);
    start.set('minute', now.minute);
    start.set('second', now.second);
    start.set('millisecond', now.millisecond);
    return start.resolve(this.settings.zone, this.settings.locale.week);
  }

  private readField(letter: DateLetter, count: number, width: boolean): boolean {
    while (this.text.charAt(this.at) === ' ' || this.text.charAt(this.at) === '\t') this.at++;
    if (this.at >= this.text.length) return false;
    const { locale } = this.settings;
    switch (letter) {
      case 'G':
        return this.readName('era', [locale.eras, locale.shortEras], 0);
      case 'y':
      case 'Y':
        return this.readYear(letter === 'y' ? 'year' : 'weekYear', count, width);
      case 'M':
      case 'L':
        if (count <= 2) return this.readNumber('month', count, width);
        return this.readName('month', this.monthNames(letter), 1);
      case 'E':
        return this.readName('weekday', [locale.weekdays, locale.shortWeekdays], 1);
      case 'a':
        return this.readName('amPm', [locale.amPm], 0);
      case 'k':
        return this.readNumber('hour24', count, width, (hour) => (hour === 24 ? 0 : hour));
      case 'h':
        return this.readNumber('hour12', count, width, (hour) => (hour === 12 ? 0 : hour));
      case 'u':
        return this.readNumber('weekday', count, width, (day) =>
          day === 7 ? 1 : day >= 1 && day < 7 ? day + 1 : day,
        );
      case 'z':
      case 'Z':
        return this.readZone();
      case 'X':
        return this.readIsoZone(count);
      default:
        return this.readNumber(numericFields[letter], count, width);
    }
  }

  private digits(count: number, width: boolean): number | undefined {
    // Adjacent numbers are separated by their widths.
    const start = this.at;
    if (width && start + count > this.text.length) return undefined;
    const simple = this.simpleDigits(width ? start + count : this.text.length);
    if (simple !== undefined) return simple;
    const part = width ? this.text.slice(start, start + count) : this.text.slice(start);
    const match = /^-?\p{Nd}+/u.exec(part)?.[0];
    if (match === undefined) return undefined;
    this.at += match.length;
    return toInt(latinDigits(match));
  }

  /** Up to nine digits of ASCII that end before `end` or at another such character; undefined for anything else. */
  private simpleDigits(end: number): number | undefined {
    const { text } = this;
    let value = 0;
    let { at } = this;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return undefined;
      if (code < 48 || code > 57) break;
      value = value * 10 + code - 48;
    }
    if (at === this.at || at - this.at > 9) return undefined;
    this.at = at;
    return value;
  }

  private readNumber(
    field: ParsedField,
    count: number,
    width: boolean,
    map = (value: number): number => value,
  ): boolean {
    const value = this.digits(count, width);
    if (value === undefined) return false;
    this.fields.set(field, map(value));
    return true;
  }

  private readYear(field: 'year' | 'weekYear', count: number, width: boolean): boolean {
    const start = this.at;
    const value = this.digits(count, width);
    if (value === undefined) return false;
    const isShort = count <= 2 && this.at - start === 2 && /^\p{Nd}{2}/u.test(this.text.slice(start));
    this.fields.set(field, isShort ? this.fullYear(value) : value);
    return true;
  }

  private fullYear(shortYear: number): number {
    const start = calendarFields(this.centuryStart(), this.settings.zone, 'cutover').year;
    this.hasAmbiguousYear = shortYear === start % 100;
    return Math.floor(start / 100) * 100 + shortYear + (shortYear < start % 100 ? 100 : 0);
  }

  private readName(field: ParsedField, lists: readonly (readonly string[])[], base: number): boolean {
    let longest = 0;
    let value = 0;
    for (const names of lists) {
      names.forEach((name, index) => {
        if (name.length > longest && this.matches(name)) {
          longest = name.length;
          value = index + base;
        }
      });
    }
    if (longest === 0) return false;
    this.fields.set(field, value);
    this.at += longest;
    return true;
  }

  /** `M` has the form of its pattern: the one that stands alone only where the pattern has nothing else. */
  private monthNames(letter: 'M' | 'L'): readonly (readonly string[])[] {
    const { months, shortMonths, aloneMonths, shortAloneMonths } = this.settings.locale;
    if (letter === 'L') return [months, shortMonths, aloneMonths, shortAloneMonths];
    const isAlone = this.parts.filter((part) => 'letter' in part).length === 1;
    return isAlone ? [aloneMonths, shortAloneMonths] : [months, shortMonths];
  }

  private matches(name: string): boolean {
    return this.text.slice(this.at, this.at + name.length).toLowerCase() === name.toLowerCase();
  }

  private setOffset(milliseconds: number): true {
    this.fields.set('zoneOffset', milliseconds);
    this.fields.set('daylightOffset', 0);
    return true;
  }

  private readIsoZone(count: number): boolean {
    const sign = this.text.charAt(this.at);
    if (sign === 'Z') {
      this.at++;
      return this.setOffset(0);
    }
    return (
      (sign === '+' || sign === '-') &&
      this.readOffset([/^(\d\d)/, /^(\d\d)(\d\d)/, /^(\d\d):(\d\d)/][count - 1])
    );
  }

  private readZone(): boolean {
    const sign = this.text.charAt(this.at);
    if (sign === '+' || sign === '-') return this.readOffset(/^(\d\d)(\d\d)/);
    if (!this.matches('GMT')) return this.readZoneName();
    this.at += 3;
    const next = this.text.charAt(this.at);
    return next === '+' || next === '-' ? this.readOffset(/^(\d\d?):(\d\d)/) : this.setOffset(0);
  }

  /** Reads hours and minutes behind the sign at the current position. */
  private readOffset(shape: RegExp | undefined): boolean {
    const match = shape?.exec(this.text.slice(this.at + 1));
    if (match == null) return false;
    const [all, hours, minutes = '0'] = match;
    if (Number(hours) > 23 || Number(minutes) > 59) return false;
    const magnitude = (Number(hours) * 60 + Number(minutes)) * 60_000;
    this.setOffset(this.text.charAt(this.at) === '-' ? -magnitude : magnitude);
    this.at += 1 + all.length;
    return true;
  }

  private readZoneName(): boolean {
    const { zoneNames } = this.settings.locale;
    if (this.takeZoneName(this.zone, zoneNames(this.zone))) return true;
    for (const zone of zonesByPreference()) {
      const names = zoneNames(zone);
      if (this.matchedName(names) === undefined) continue;
      return this.takeZoneName(timeZoneOrGmt(zone.id), names);
    }
    return false;
  }

  private matchedName(names: ZoneNames): keyof ZoneNames | undefined {
    return (['long', 'short', 'longDaylight', 'shortDaylight'] as const).find((kind) =>
      this.matches(names[kind]),
    );
  }

  private takeZoneName(zone: TimeZone, names: ZoneNames): boolean {
    const kind = this.matchedName(names);
    if (kind === undefined) return false;
    this.at += names[kind].length;
    this.zone = zone;
    const isDaylight = kind === 'longDaylight' || kind === 'shortDaylight';
    const isSameName =
      kind === 'long' ? names.long === names.longDaylight : names.short === names.shortDaylight;
    // A name for both halves of the year leaves the choice to the zone's rules.
    if (isDaylight ? zone.daylightSaving === 0 : isSameName) return true;
    this.fields.clear('zoneOffset');
    this.fields.set('daylightOffset', isDaylight ? zone.daylightSaving : 0);
    return true;
  }
}

const numericFields = {
  d: 'day',
  D: 'dayOfYear',
  F: 'weekdayInMonth',
  w: 'weekOfYear',
  W: 'weekOfMonth',
  H: 'hour24',
  K: 'hour12',
  m: 'minute',
  s: 'second',
  S: 'millisecond',
} as const;

const LONGEST_LONG = 19;

/** Digits as a Java int: those of a long lose their upper half, longer ones come to the nearest int. */
function toInt(digits: string): number {
  const value = digits.length > LONGEST_LONG ? Number(digits) : BigInt(digits);
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) {
    return Number(BigInt.asIntN(32, value));
  }
  return Math.min(Math.max(Number(value), -2147483648), 2147483647);
}

/** Whether a number before `next` has to keep to its width because another number follows at once. */
function obeysWidth(next: DatePatternPart | undefined): boolean {
  if (next === undefined || 'text' in next) return false;
  if (next.letter === 'M' || next.letter === 'L') return next.count <= 2;
  return 'ydHhmsSDFwWkKYu'.includes(next.letter);
}
