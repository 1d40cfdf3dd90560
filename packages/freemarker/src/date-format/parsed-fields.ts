import { dayOfDate, dayOfWeek, MS_PER_DAY } from './civil-calendar.ts';
import { firstWeekStart, type WeekRules } from './calendar-fields.ts';
import { timeOfWall, type TimeZone } from './time-zone.ts';

export type ParsedField =
  | ('era' | 'year' | 'weekYear' | 'month' | 'weekOfYear' | 'weekOfMonth' | 'day' | 'dayOfYear' | 'weekday')
  | ('weekdayInMonth' | 'amPm' | 'hour12' | 'hour24' | 'minute' | 'second' | 'millisecond')
  | ('zoneOffset' | 'daylightOffset');

/** Where the lists of fields keep each of them. */
const PLACES: Readonly<Record<ParsedField, number>> = {
  ...{ era: 0, year: 1, weekYear: 2, month: 3, weekOfYear: 4, weekOfMonth: 5, day: 6, dayOfYear: 7 },
  ...{ weekday: 8, weekdayInMonth: 9, amPm: 10, hour12: 11, hour24: 12, minute: 13, second: 14 },
  ...{ millisecond: 15, zoneOffset: 16, daylightOffset: 17 },
};

/**
 * The fields read from a text, resolved into a time by the lenient rules of java.util.GregorianCalendar: values
 * out of range overflow into the next unit, missing ones count from 1970-01-01, and of competing day fields the latest group wins.
 */
export class ParsedFields {
  private readonly values = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** When each field was set: of competing fields, the latest decide. 0 for one that was not. */
  private readonly orders = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  private clock = 0;

  set(field: ParsedField, value: number): void {
    const place = PLACES[field];
    this.values[place] = value;
    this.orders[place] = ++this.clock;
  }

  clear(field: ParsedField): void {
    this.orders[PLACES[field]] = 0;
  }

  get(field: ParsedField): number | undefined {
    const place = PLACES[field];
    return this.orders[place] === 0 ? undefined : this.values[place];
  }

  /** Epoch milliseconds. */
  resolve(zone: TimeZone, rules: WeekRules): number {
    const day = this.resolveDay(rules);
    if (Math.abs(day) > MAX_EXACT_DAY) return overflowing(day, this.resolveTimeOfDay());
    const wall = day * MS_PER_DAY + this.resolveTimeOfDay();
    const zoneOffset = this.get('zoneOffset');
    const daylight = this.get('daylightOffset');
    if (zoneOffset !== undefined) return wall - zoneOffset - (daylight ?? 0);
    if (daylight === undefined) return timeOfWall(wall, zone);
    const guess = timeOfWall(wall, zone);
    const standard = zone.offsetAt(guess) - (zone.isDaylightAt(guess) ? zone.daylightSaving : 0);
    return wall - standard - daylight;
  }

  private order(field: ParsedField): number {
    return this.orders[PLACES[field]] ?? 0;
  }

  private resolveTimeOfDay(): number {
    const value = (field: ParsedField): number => this.get(field) ?? 0;
    // The half of the day only counts with an hour of twelve, unless nothing else names the hour.
    const halves =
      this.order('hour12') === 0 || this.order('amPm') === 0
        ? 0
        : Math.max(this.order('hour12'), this.order('amPm'));
    const usesFullHour = this.order('hour24') > halves;
    const hour = usesFullHour ? value('hour24') : value('hour12') + 12 * value('amPm');
    return ((hour * 60 + value('minute')) * 60 + value('second')) * 1000 + value('millisecond');
  }

  private resolveDay(rules: WeekRules): number {
    if (this.order('weekYear') > this.order('year')) return this.resolveWeekDate(rules);
    const yearOfEra = this.get('year') ?? 1970;
    const year = this.get('era') === 0 ? 1 - yearOfEra : yearOfEra;
    switch (this.decidingDayField()) {
      case 'dayOfYear':
        return dayOfDate(year, 1, 1, 'cutover') + (this.get('dayOfYear') ?? 1) - 1;
      case 'weekOfYear':
        return this.inWeek(firstWeekStart(dayOfDate(year, 1, 1, 'cutover'), rules), 'weekOfYear', rules);
      case 'weekOfMonth':
        return this.inWeek(firstWeekStart(this.monthStart(year), rules), 'weekOfMonth', rules);
      case 'weekdayInMonth':
        return this.weekdayInMonth(year, rules);
      default:
        return this.monthStart(year) + (this.get('day') ?? 1) - 1;
    }
  }

  private monthStart(year: number): number {
    return dayOfDate(year, this.get('month') ?? 1, 1, 'cutover');
  }

  private decidingDayField(): ParsedField {
    const weekday = this.order('weekday');
    if (weekday === 0 && OTHER_DAY_FIELDS.every((field) => this.order(field) === 0)) return 'day';
    const withWeekday = (field: ParsedField): number =>
      weekday === 0 || this.order(field) === 0 ? 0 : Math.max(weekday, this.order(field));
    const complete: readonly (readonly [ParsedField, number])[] = [
      ['day', this.order('day')],
      ['weekOfMonth', withWeekday('weekOfMonth')],
      ['weekdayInMonth', withWeekday('weekdayInMonth')],
      ['dayOfYear', this.order('dayOfYear')],
      ['weekOfYear', withWeekday('weekOfYear')],
    ];
    const alone: readonly (readonly [ParsedField, number])[] = [
      ['weekOfMonth', this.order('weekOfMonth')],
      ['weekdayInMonth', Math.max(this.order('weekdayInMonth'), weekday)],
      ['weekOfYear', this.order('weekOfYear')],
    ];
    return latest(complete) ?? latest(alone) ?? 'day';
  }

  private inWeek(firstWeek: number, field: 'weekOfYear' | 'weekOfMonth', rules: WeekRules): number {
    const weekday = this.get('weekday') ?? rules.firstDay;
    return firstWeek + ((this.get(field) ?? 1) - 1) * 7 + ((weekday - rules.firstDay + 7) % 7);
  }

  private weekdayInMonth(year: number, rules: WeekRules): number {
    const start = this.monthStart(year);
    const weekday = this.get('weekday') ?? rules.firstDay;
    const nth = this.get('weekdayInMonth') ?? 1;
    return start + ((weekday - dayOfWeek(start) + 7) % 7) + (nth - 1) * 7;
  }

  private resolveWeekDate(rules: WeekRules): number {
    const start = firstWeekStart(dayOfDate(this.get('weekYear') ?? 1970, 1, 1, 'cutover'), rules);
    return this.inWeek(start, 'weekOfYear', rules);
  }
}

/** Further away from 1970, zones and daylight saving are below the precision of a double. */
const MAX_EXACT_DAY = 100_000_000;

/** Milliseconds as a Java long, which overflows. */
function overflowing(day: number, timeOfDay: number): number {
  return Number(BigInt.asIntN(64, BigInt(day) * BigInt(MS_PER_DAY) + BigInt(timeOfDay)));
}

const OTHER_DAY_FIELDS = ['weekOfMonth', 'weekdayInMonth', 'dayOfYear', 'weekOfYear'] as const;

function latest(candidates: readonly (readonly [ParsedField, number])[]): ParsedField | undefined {
  let best: ParsedField | undefined;
  let bestOrder = 0;
  for (const [field, order] of candidates) {
    if (order > bestOrder) {
      best = field;
      bestOrder = order;
    }
  }
  return best;
}
