import { isLegacyZone, zoneData, type OffsetChange, type ZoneData, type ZoneNames } from './zone-data.ts';

/** A time zone with Java's id, rules and names. */
export interface TimeZone {
  readonly id: string;
  /** Milliseconds east of Greenwich at a time (epoch milliseconds). */
  offsetAt(time: number): number;
  isDaylightAt(time: number): boolean;
  /** How much the clock moves for daylight saving, in milliseconds; 0 for a zone without it. */
  readonly daylightSaving: number;
  readonly names: ZoneNames;
}

const sameNames = (name: string): ZoneNames => ({
  long: name,
  short: name,
  longDaylight: name,
  shortDaylight: name,
});

const fixedZone = (id: string, offset: number, names = sameNames(id)): TimeZone => ({
  id,
  offsetAt: () => offset,
  isDaylightAt: () => false,
  daylightSaving: 0,
  names,
});

export const utc: TimeZone = fixedZone('UTC', 0, {
  ...sameNames('UTC'),
  long: 'Coordinated Universal Time',
  longDaylight: 'Coordinated Universal Time',
});

const CUSTOM_ID = /^GMT([+-])(\d{1,2})(?::?(\d{2}))?$/;
const cache = new Map<string, TimeZone>([['UTC', utc]]);
/** The zones of which java.time knows dates that java.util.TimeZone does not. */
const dated = new Map<string, TimeZone>();

/** The zone that java.util.TimeZone knows by `id` (a region, a legacy abbreviation or `GMT+hh:mm`), or undefined. */
export function findTimeZone(id: string): TimeZone | undefined {
  const known = cache.get(id);
  if (known !== undefined) return known;
  const zone = createZone(id);
  if (zone !== undefined && cache.size < 1000) cache.set(id, zone);
  return zone;
}

/** As java.util.TimeZone.getTimeZone: an id that is not known means GMT. */
export function timeZoneOrGmt(id: string): TimeZone {
  return findTimeZone(id) ?? findTimeZone('GMT') ?? utc;
}

/** The zone of a java.time.ZoneId: no legacy abbreviations, but plain offsets and `UTC+hh:mm`. */
export function findZoneId(id: string): TimeZone | undefined {
  const match = /^(Z|UTC|GMT|UT)?(?:([+-])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?)?$/.exec(id);
  if (match === null || id === '') return isLegacyZone(id) ? undefined : datedZone(id);
  const [, prefix = '', sign, hours = '0', minutes = '0', seconds = '0'] = match;
  if (sign === undefined)
    return prefix === 'Z' ? fixedZone('Z', 0) : prefix === 'UT' ? fixedZone('UT', 0) : findTimeZone(id);
  if (prefix === 'Z' || (minutes !== '0' && hours.length < 2)) return undefined;
  const magnitude = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (magnitude > 18 * 3600 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const pad = (value: string): string => value.padStart(2, '0');
  const tail = Number(seconds) > 0 ? `:${pad(seconds)}` : '';
  const text = magnitude === 0 ? (prefix === '' ? 'Z' : '') : `${sign}${pad(hours)}:${pad(minutes)}${tail}`;
  return fixedZone(prefix + text, (sign === '-' ? -magnitude : magnitude) * 1000);
}

function datedZone(id: string): TimeZone | undefined {
  const data = zoneData(id);
  if (data?.dated === undefined) return findTimeZone(id);
  const zone = dated.get(id) ?? regionalZone(id, { ...data, later: data.dated });
  dated.set(id, zone);
  return zone;
}

function createZone(id: string): TimeZone | undefined {
  const data = zoneData(id);
  if (data !== undefined) return regionalZone(id, data);
  const custom = CUSTOM_ID.exec(id);
  if (custom === null) return undefined;
  const [, sign = '+', hours = '0', minutes = '00'] = custom;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return fixedZone(`GMT${sign}${hours.padStart(2, '0')}:${minutes}`, sign === '-' ? -offset : offset);
}

/** Before this time java.util.TimeZone uses the zone's present standard offset. */
const FIRST_RULE = -2_208_988_800_000;
/** From 2037 on, runtimes know rules only, not the dates that some zones have for each year. */
const LATER = Date.UTC(2037, 0, 1);
const BUCKET = 31_556_952_000;
/** The shortest time between two changes of a clock is 7 days: Recife had daylight saving for a week of 2000. */
const SAMPLE = 6 * 86_400_000;

interface OffsetSpan {
  readonly from: number;
  readonly offset: number;
}

/**
 * A zone of the tz database. Offsets come from Intl, a year at a time, and are cached: rendering then costs a lookup,
 * not an Intl call. The table of standard offsets shows which offsets are daylight saving.
 */
function regionalZone(id: string, { region, standard, later, names }: ZoneData): TimeZone {
  const present = standard.at(-1)?.offset ?? 0;
  const readOffset = intlOffset(region);
  if (readOffset === undefined) return { ...fixedZone(id, present, names) };
  const years = new Map<number, readonly OffsetSpan[]>();
  const standardAt = (time: number): number => offsetIn(standard, time) ?? present;
  const offsetAt = (time: number): number => {
    if (!(time >= FIRST_RULE)) return present;
    if (later !== undefined && time >= LATER) return offsetIn(later, time) ?? present;
    const year = Math.floor(time / BUCKET);
    let spans = years.get(year);
    if (spans === undefined) {
      spans = readYear(readOffset, year);
      if (years.size > 500) years.clear();
      years.set(year, spans);
    }
    let at = spans.length - 1;
    while (at > 0 && (spans[at]?.from ?? 0) > time) at--;
    return spans[at]?.offset ?? present;
  };
  return {
    id,
    offsetAt,
    isDaylightAt: (time) => time >= FIRST_RULE && offsetAt(time) !== standardAt(time),
    daylightSaving:
      names.short === names.shortDaylight ? 0 : id.endsWith('Lord_Howe') ? 1_800_000 : 3_600_000,
    names,
  };
}

function offsetIn(changes: readonly OffsetChange[], time: number): number | undefined {
  return changes.findLast(({ from }) => from <= time)?.offset;
}

function readYear(readOffset: (time: number) => number, year: number): readonly OffsetSpan[] {
  const start = year * BUCKET;
  const spans: OffsetSpan[] = [{ from: start, offset: readOffset(start) }];
  for (let from = start; from < start + BUCKET; from += SAMPLE) {
    const to = Math.min(from + SAMPLE, start + BUCKET - 1);
    const before = spans.at(-1)?.offset ?? 0;
    const after = readOffset(to);
    if (after !== before) spans.push({ from: firstTimeWith(after, readOffset, from, to), offset: after });
  }
  return spans;
}

/** The second in (from, to] at which the offset becomes `offset`. */
function firstTimeWith(
  offset: number,
  readOffset: (time: number) => number,
  from: number,
  to: number,
): number {
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle * 1000) === offset) high = middle;
    else low = middle;
  }
  return high * 1000;
}

const MAX_TIME = 8.64e15;

function intlOffset(region: string): ((time: number) => number) | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: region, timeZoneName: 'longOffset' });
  } catch {
    // The runtime's tz database may lack a zone that Java has.
    return undefined;
  }
  return (time) => {
    const text = format.format(Math.min(time, MAX_TIME));
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
    if (match?.[1] === undefined) return 0;
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
    return (match[1] === '-' ? -seconds : seconds) * 1000;
  };
}

/**
 * The time at which clocks of the zone show `wall` (milliseconds as if in UTC). A time that clocks skip counts from
 * before the change, one that they show twice is the later, as in java.util.GregorianCalendar.
 */
export function timeOfWall(wall: number, zone: TimeZone): number {
  const before = zone.offsetAt(wall - 86_400_000);
  const after = zone.offsetAt(wall + 86_400_000);
  if (before === after) return wall - zone.offsetAt(wall - before);
  return zone.offsetAt(wall - after) === after ? wall - after : wall - before;
}
