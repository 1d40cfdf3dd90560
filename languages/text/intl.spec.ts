import { afterEach, describe, expect, it } from 'vitest';
import {
  counted,
  formatBytes,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatMilliseconds,
  formatNumber,
  formatShortList,
  formatTime,
  formatTimeLeft,
  formatTimestamp,
  plural,
  textLanguage,
  useLocale,
} from './intl.ts';

const utc = { timeZone: 'UTC' } as const;
const at = Date.UTC(2026, 10, 21, 22, 42);
/** Spaces of any width as plain ones. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

afterEach(() => useLocale(textLanguage));

describe('numbers and dates', () => {
  it.each([
    ['en-US', '1,234,567.5', 'Nov 21, 2026', '10:42 PM'],
    ['de-DE', '1.234.567,5', '21.11.2026', '22:42'],
    ['pl', '1 234 567,5', '21 lis 2026', '22:42'],
    ['ar-EG', '١٬٢٣٤٬٥٦٧٫٥', '٢١\u200F/١١\u200F/٢٠٢٦', '١٠:٤٢ م'],
  ])('follow the locale %s', (locale, number, date, time) => {
    useLocale(locale);
    expect(plain(formatNumber(1_234_567.5))).toBe(number);
    expect(plain(formatDate(at, { dateStyle: 'medium', ...utc }))).toBe(date);
    expect(plain(formatTime(at, { timeStyle: 'short', ...utc }))).toBe(time);
  });

  it('show 24 hours on the axes of charts', () => expect(formatClock(at, 'UTC')).toBe('22:42'));

  it('show date and time together', () => {
    const options = { dateStyle: 'medium', timeStyle: 'short', ...utc } as const;
    expect(plain(formatDateTime(at, options))).toBe('Nov 21, 2026, 10:42 PM');
  });

  it('name the time zone in a timestamp', () => {
    useLocale('en-GB');
    expect(formatTimestamp(at, 'UTC')).toBe('21 Nov 2026, 22:42:00 UTC');
  });

  it.each(['', 'not a locale', 'C'])('are American where the locale is %j', (locale) => {
    useLocale(locale);
    expect(formatNumber(1234.5)).toBe('1,234.5');
  });
});

describe('plurals and lists', () => {
  it.each(['en-US', 'de-DE', 'pl', 'ar-EG', 'fr'])('follow the English text around them in %s', (locale) => {
    useLocale(locale);
    const rows = (count: number): string => plural(count, { one: 'row', other: 'rows' });
    expect([0, 1, 2, 5, 22].map(rows)).toEqual(['rows', 'row', 'rows', 'rows', 'rows']);
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c');
  });

  it('put the number in front of the noun', () => {
    expect(counted(1, 'change')).toBe('1 change');
    expect(counted(2000, 'delivery', 'deliveries')).toBe('2,000 deliveries');
    useLocale('de-DE');
    expect(counted(2000, 'change')).toBe('2.000 changes');
  });

  it('name the first items and count the others', () => {
    expect(formatShortList(['a', 'b'], 2)).toBe('a and b');
    expect(formatShortList(['a', 'b', 'c', 'd'], 2)).toBe('a, b, and 2 more');
  });
});

describe('sizes', () => {
  it.each([
    [612, '612 B'],
    [1536, '1.5 KB'],
    [50 * 1024 * 1024, '50 MB'],
    [3 * 1024 ** 3, '3 GB'],
  ])('%i is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [1, '1 KB'],
    [2049, '3 KB'],
    [1024 * 1024 + 1, '2 MB'],
  ])('%i rounded up is %s', (bytes, text) => expect(formatBytes(bytes, 'up')).toBe(text));

  it('have the decimal separator of the locale', () => {
    useLocale('pl');
    expect(formatBytes(1536)).toBe('1,5 KB');
  });
});

describe('durations', () => {
  it.each([
    [38.4, '38 ms'],
    [999.7, '1 s'],
    [1420, '1.42 s'],
    [42_000, '42 s'],
    [130_000, '2 min 10 s'],
    [180_000, '3 min'],
    [11_100_000, '3 h 5 min'],
  ])('%f ms is %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it('have a decimal below ten milliseconds where asked for', () => {
    expect(formatMilliseconds(1.84, 'precise')).toBe('1.8 ms');
    expect(formatMilliseconds(18.4, 'precise')).toBe('18 ms');
    useLocale('de-DE');
    expect(formatMilliseconds(1.84, 'precise')).toBe('1,8 ms');
  });

  it.each([
    [40_000, '40 s'],
    [3_120_000, '52 min'],
    [10_800_000, '3 h'],
    [-5, '0 s'],
  ])('%i ms left is %s', (milliseconds, text) => expect(formatTimeLeft(milliseconds)).toBe(text));
});
