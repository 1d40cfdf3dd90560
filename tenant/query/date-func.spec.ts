import { describe, expect, it } from 'vitest';
import { dateFunc, DateFuncError } from './date-func.ts';

const now = (): number => Date.UTC(2026, 2, 1, 12, 0, 0);

describe('DateFunc', () => {
  it.each([
    ['now', '-7', '2026-02-22 12:00:00'],
    ['NOW', '30', '2026-03-31 12:00:00'],
    ['now', -1, '2026-02-28 12:00:00'],
    ['now', '-7 days', '2026-02-22 12:00:00'],
    ['now', '+1 Day', '2026-03-02 12:00:00'],
    ['now', '-24 hours', '2026-02-28 12:00:00'],
    ['now', '-90 minutes', '2026-03-01 10:30:00'],
    ['now', '-2 weeks', '2026-02-15 12:00:00'],
    ['2026-03-31 08:00:00', '-1 month', '2026-02-28 08:00:00'],
    ['2024-02-29', '1 year', '2025-02-28 00:00:00'],
    ['today', undefined, '2026-03-01 00:00:00'],
    ['today', '-1', '2026-02-28 00:00:00'],
    ['now', '-0:30', '2026-03-01 11:30:00'],
    ['now', '-1.12:00', '2026-02-28 00:00:00'],
    ['now', undefined, '2026-03-01 12:00:00'],
    ['2026-01-01 00:00:00.500', '1', '2026-01-02 00:00:00'],
    ['2026-01-01', '0', '2026-01-01 00:00:00'],
  ])('moves %j by %j to %j', (base, offset, expected) => {
    expect(dateFunc(offset === undefined ? [base] : [base, offset], now)).toBe(expected);
  });

  it.each([
    ['yesterday', '-7'],
    ['2026-13-45', '1'],
    [5, '1'],
    ['now', 'a week'],
    ['now', '-7 fortnights'],
    ['now', '1.2'],
    ['now', '99999999999'],
  ])('reports what is wrong with %j and %j', (base, offset) => {
    expect(() => dateFunc([base, offset], now)).toThrow(DateFuncError);
  });

  it.each([[[]], [['now', '-7', 'localtime']]])('rejects %j', (args) => {
    expect(() => dateFunc(args, now)).toThrow(DateFuncError);
  });

  it('returns null for a column without a value', () => {
    expect(dateFunc([null, '-7'], now)).toBeNull();
    expect(dateFunc(['now', null], now)).toBeNull();
  });
});
