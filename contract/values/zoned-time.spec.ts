import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, formatOffset, wallTime } from './zoned-time.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
];

describe('the wall time of a zone', () => {
  it('is converted in summer and winter', () => {
    const july = { ok: true, at: Date.UTC(2026, 6, 1, 7, 30) };
    expect(instantOf('Europe/Berlin', '2026-07-01T09:30')).toEqual(july);
    const january = { ok: true, at: Date.UTC(2026, 0, 1, 8, 30) };
    expect(instantOf('Europe/Berlin', '2026-01-01T09:30:00')).toEqual(january);
  });

  it('is the first of two when clocks go back, and rejected when clocks skip it', () => {
    const first = { ok: true, at: Date.UTC(2026, 9, 25, 0, 30) };
    expect(instantOf('Europe/Berlin', '2026-10-25T02:30')).toEqual(first);
    expect(instantOf('Europe/Berlin', '2026-03-29T02:30')).toMatchObject({
      ok: false,
      message: expect.stringContaining('skipped in') as unknown,
    });
  });

  it.each(['', 'tomorrow', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01', '2026-01-01T25:00'])(
    'rejects %j',
    (wall) => {
      expect(instantOf('UTC', wall)).toMatchObject({ ok: false });
    },
  );

  it('survives a round trip in any zone', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const wall = wallTime(zone, second * 1000);
        const back = instantOf(zone, wall);
        expect(back.ok && wallTime(zone, back.at)).toBe(wall);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['Asia/Kolkata', 'UTC+05:30'],
    ['America/New_York', 'UTC−05:00'],
    ['UTC', 'UTC'],
  ])('of %s has the offset %s', (zone, expected) => {
    expect(formatOffset(zone, Date.UTC(2026, 0, 1))).toBe(expected);
  });
});
