import { describe, expect, it } from 'vitest';
import {
  dateFormat,
  DateParseError,
  DatePatternError,
  findTimeZone,
  findZoneId,
  formatServiceTimestamp,
  UnknownDateKindError,
  utc,
  type DateKind,
} from './index.ts';

const timestamp = 1_700_000_000_123;
const now = (): number => Date.UTC(2026, 10, 21);
const settings = (timeZone = 'UTC', locale = 'en_US') => ({ locale, timeZone });
const write = (
  source: string,
  kind: DateKind = 'datetime',
  zone = 'UTC',
  locale = 'en_US',
  time = timestamp,
): string => dateFormat(source, kind, settings(zone, locale)).format(time);
const read = (source: string, text: string, zone = 'UTC', kind: DateKind = 'datetime'): string =>
  new Date(dateFormat(source, kind, settings(zone)).parse(text, now)).toISOString();

// The expected texts in this file are those of OpenJDK 17 and FreeMarker 2.3.31.
describe('patterns', () => {
  it.each([
    ['yyyy-MM-dd HH:mm:ss.SSS', '2023-11-14 22:13:20.123'],
    ["EEEE, d MMMM yyyy 'at' h 'o''clock' a", "Tuesday, 14 November 2023 at 10 o'clock PM"],
    ['G yy Y w W D d F E u', 'AD 23 2023 46 3 318 14 2 Tue 2'],
    ['a H k K h m s S', 'PM 22 22 10 10 13 20 123'],
    ['z zzzz Z X XX XXX', 'UTC Coordinated Universal Time +0000 Z Z Z'],
    ['MMMMM LLL', 'November Nov'],
  ])('%j writes %j', (pattern, expected) => {
    expect(write(pattern)).toBe(expected);
  });

  it('shows times before 1582 in the old calendar', () => {
    expect(write('yyyy-MM-dd', 'datetime', 'UTC', 'en_US', -12_219_292_800_000)).toBe('1582-10-15');
    expect(write('yyyy-MM-dd', 'datetime', 'UTC', 'en_US', -12_219_292_800_001)).toBe('1582-10-04');
  });

  it('names a month that stands alone in its own form', () => {
    expect(write('MMMM', 'datetime', 'UTC', 'ru_RU')).toBe('ноябрь');
    expect(write('d MMMM', 'datetime', 'UTC', 'ru_RU')).toBe('14 ноября');
  });

  it.each(['[wrong]', "yyyy 'open", 'XXXX'])('rejects %j', (pattern) => {
    expect(() => write(pattern)).toThrow(DatePatternError);
  });
});

describe('styles', () => {
  it.each([
    ['', 'datetime', 'en_US', 'Nov 14, 2023, 10:13:20 PM'],
    ['long_short', 'datetime', 'en_US', 'November 14, 2023, 10:13 PM'],
    ['full', 'datetime', 'en_US', 'Tuesday, November 14, 2023 at 10:13:20 PM Coordinated Universal Time'],
    ['short', 'time', 'de_DE', '22:13'],
    ['full', 'date', 'ja_JP', '2023年11月14日火曜日'],
    ['medium', 'date', 'ar_EG', '١٤\u200f/١١\u200f/٢٠٢٣'],
  ] as const)('%j of a %s in %s is %j', (style, kind, locale, expected) => {
    expect(write(style, kind, 'UTC', locale)).toBe(expected);
  });

  it('cannot choose a style without knowing the kind of value', () => {
    expect(() => dateFormat('short', 'unknown', settings())).toThrow(UnknownDateKindError);
    expect(dateFormat('yyyy', 'unknown', settings()).format(timestamp)).toBe('2023');
  });
});

describe('ISO 8601 and XML Schema', () => {
  it.each([
    ['iso', 'datetime', '2023-11-14T23:13:20.123+01:00'],
    ['iso_u', 'datetime', '2023-11-14T22:13:20.123Z'],
    ['iso_ms_nz', 'datetime', '2023-11-14T23:13:20.123'],
    ['iso m', 'time', '23:13+01:00'],
    ['iso_fz', 'date', '2023-11-14'],
    ['xs', 'date', '2023-11-14+01:00'],
  ] as const)('%j of a %s is %j', (source, kind, expected) => {
    expect(write(source, kind, 'Europe/Zurich')).toBe(expected);
  });

  it.each([
    ['2024-02-29T13:45:10.5Z', '2024-02-29T13:45:10.500Z'],
    ['20240229T1345+0130', '2024-02-29T12:15:00.000Z'],
    ['2024-01-01T24:00:00', '2024-01-01T23:00:00.000Z'],
  ])('reads %j', (text, expected) => {
    expect(read('iso', text, 'Europe/Zurich')).toBe(expected);
  });

  it.each(['2024-02-30T10:00', '2024-1-1T10:00', '2024-01-01T24:00:01', ''])('rejects %j', (text) => {
    expect(() => read('iso', text)).toThrow(DateParseError);
  });

  it.each(['iso_q', 'isoh', 'iso_nq', 'iso_h_m', 'iso_u_fu', 'xs_h', '@mine'])(
    'rejects the format %j',
    (source) => {
      expect(() => write(source)).toThrow(DatePatternError);
    },
  );
});

describe('reading by a pattern', () => {
  it.each([
    ['yyyy-MM-dd', '2024-02-30', '2024-03-01T00:00:00.000Z'],
    ['yyyy-MM-dd', '2024-13-45 and more', '2025-02-14T00:00:00.000Z'],
    ['yyyyMMddHHmmss', '20240229101112', '2024-02-29T10:11:12.000Z'],
    ['M/d/yy', '1/2/24', '2024-01-02T00:00:00.000Z'],
    ['yy-M-d', '47-1-1', '1947-01-01T00:00:00.000Z'],
    ['MMM d, yyyy', 'november 14, 2023', '2023-11-14T00:00:00.000Z'],
    ['h:mm a', '12:30 AM', '1970-01-01T00:30:00.000Z'],
    ['yyyy-MM-dd HH:mm z', '2023-07-14 10:00 CEST', '2023-07-14T08:00:00.000Z'],
    ['yyyy-MM-dd HH:mm z', '2023-07-14 10:00 GMT+3:00', '2023-07-14T07:00:00.000Z'],
    ['dd/MM/yyyy HH:mm Z', '14/11/2023 22:13 +0200', '2023-11-14T20:13:00.000Z'],
    ['YYYY-ww-u', '2024-05-3', '2024-01-31T00:00:00.000Z'],
    ['yyyy-MM-F-E', '2024-05-2-Tue', '2024-05-14T00:00:00.000Z'],
  ])('by %j, %j is %s', (pattern, text, expected) => {
    expect(read(pattern, text)).toBe(expected);
  });

  it('takes the earlier reading of a skipped hour and the later of a repeated one', () => {
    expect(read('yyyy-MM-dd HH:mm', '2024-03-31 02:30', 'Europe/Zurich')).toBe('2024-03-31T01:30:00.000Z');
    expect(read('yyyy-MM-dd HH:mm', '2024-10-27 02:30', 'Europe/Zurich')).toBe('2024-10-27T01:30:00.000Z');
  });

  it('says what could not be read', () => {
    expect(() => read('yyyy-MM-dd', 'nonsense')).toThrow('Unparseable date: "nonsense"');
  });
});

describe('time zones', () => {
  it('knows regions, legacy abbreviations and custom offsets, by exact name', () => {
    expect(findTimeZone('Asia/Kolkata')?.offsetAt(timestamp)).toBe(19_800_000);
    expect(findTimeZone('PST')?.offsetAt(timestamp)).toBe(-28_800_000);
    expect(findTimeZone('GMT+2')?.id).toBe('GMT+02:00');
    expect(findTimeZone('europe/zurich')).toBeUndefined();
    expect(findZoneId('PST')).toBeUndefined();
  });

  it('distinguishes daylight saving from a change of the standard offset', () => {
    const dublin = findTimeZone('Europe/Dublin') ?? utc;
    expect(dublin.isDaylightAt(Date.UTC(2024, 6, 1))).toBe(true);
    expect(dublin.isDaylightAt(Date.UTC(2024, 0, 1))).toBe(false);
    const moscow = findTimeZone('Europe/Moscow') ?? utc;
    expect(moscow.offsetAt(Date.UTC(2012, 6, 1))).toBe(14_400_000);
    expect(moscow.isDaylightAt(Date.UTC(2012, 6, 1))).toBe(false);
  });
});

describe("the service's timestamps", () => {
  it.each([
    ['Europe/Zurich', timestamp, 'Nov 14, 2023 11:13 PM, CET'],
    ['Europe/Zurich', Date.UTC(2024, 6, 1), 'Jul 1, 2024 2:00 AM, CEST'],
    ['America/New_York', Date.UTC(2024, 6, 1), 'Jun 30, 2024 8:00 PM, EDT'],
    ['Asia/Kolkata', timestamp, 'Nov 15, 2023 3:43 AM, IST'],
    ['Australia/Lord_Howe', Date.UTC(2024, 0, 1), 'Jan 1, 2024 11:00 AM, LHDT'],
    ['America/Sao_Paulo', timestamp, 'Nov 14, 2023 7:13 PM, BRT'],
    ['UTC', timestamp, 'Nov 14, 2023 10:13 PM, UTC'],
    ['+02:00', timestamp, 'Nov 15, 2023 12:13 AM, +02:00'],
  ])('in %s at %d is %j', (zone, time, expected) => {
    expect(formatServiceTimestamp(time, findZoneId(zone) ?? utc)).toBe(expected);
  });
});
