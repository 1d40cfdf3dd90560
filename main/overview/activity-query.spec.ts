import { describe, expect, it } from 'vitest';
import { bucketsOf, byFactors, comparedWith, inBuckets } from './activity-query.ts';

const now = new Date(2026, 10, 20, 9, 30).getTime();

describe('user activity in local time', () => {
  it('starts each day at local midnight and ends with today', () => {
    const days = bucketsOf(14, now);
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toBe(new Date(2026, 10, 20).getTime());
    expect(days.every((from) => new Date(from).getHours() === 0)).toBe(true);
  });

  it('shows a single day by the hour', () => {
    const hours = bucketsOf(1, now);
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toBe(new Date(2026, 10, 20, 9).getTime());
  });

  it('assigns a UTC hour of the tenant to the local day', () => {
    const hourOf = (at: Date) => at.toISOString().slice(0, 13).replace('T', ' ');
    const row = (at: Date, type: string, total: unknown) => ({
      Hour: hourOf(at),
      EventType: type,
      Total: total,
    });
    const counted = inBuckets(
      [
        row(new Date(2026, 10, 19, 23), 'Cloud.Core.Login', 4),
        row(new Date(2026, 10, 20, 1), 'Cloud.Core.Login', '2'),
        row(new Date(2026, 10, 20, 1), 'Cloud.Core.LoginFail', 1),
        // Before the span, of a type that doesn't count, or with an invalid time or count.
        row(new Date(2026, 9, 1), 'Cloud.Core.Login', 9),
        row(new Date(2026, 10, 20, 1), 'Cloud.Core.Logout', 9),
        { Hour: 'yesterday', EventType: 'Cloud.Core.Login', Total: 9 },
        row(new Date(2026, 10, 20, 2), 'Cloud.Core.Login', 'many'),
      ],
      bucketsOf(14, now),
      now,
    );
    expect(counted.slice(-2).map(({ signedIn, failed }) => [signedIn, failed])).toEqual([
      [4, 0],
      [2, 1],
    ]);
    expect(counted.slice(0, -2).every(({ signedIn, failed }) => signedIn + failed === 0)).toBe(true);
  });

  it('compares with as many days before, unless nothing is known from then', () => {
    const latest = [{ from: 0, signedIn: 30, failed: 10 }];
    const rows = [
      { EventType: 'Cloud.Core.Login', Total: 20 },
      { EventType: 'Cloud.Core.LoginFail', Total: '5' },
    ];
    expect(comparedWith(rows, latest)).toEqual({
      compared: { latest: { signedIn: 30, failed: 10 }, previous: { signedIn: 20, failed: 5 } },
    });
    expect(comparedWith([], latest)).toEqual({});
  });

  it('sums factors over their results, the most used first', () => {
    const row = (factors: string | null, type: string, total: number) => ({
      Factors: factors,
      EventType: `Cloud.Core.${type}`,
      Total: total,
    });
    expect(
      byFactors([
        row('Password,SMS', 'MfaSummary', 1),
        row('Password,OATH', 'MfaSummary', 5),
        row('Password,OATH', 'MfaSummaryFail', 2),
        row(null, 'MfaSummary', 3),
      ]),
    ).toEqual([
      { factors: 'Password,OATH', passed: 5, failed: 2 },
      { factors: '', passed: 3, failed: 0 },
      { factors: 'Password,SMS', passed: 1, failed: 0 },
    ]);
  });
});
