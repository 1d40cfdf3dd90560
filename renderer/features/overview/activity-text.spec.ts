import { expect, it } from 'vitest';
import { comparedText, signInText } from './activity-text.ts';

const counts = (signedIn: number, failed: number) => ({ signedIn, failed });

it('compares sign-ins and failures with the previous period', () => {
  const compared = { latest: counts(90, 22), previous: counts(60, 40) };
  expect(comparedText(compared, 14)).toBe(
    '12 % more than in the previous 14 days. Failures fell from 40 % to 19.6 %.',
  );
  expect(comparedText({ latest: counts(8, 0), previous: counts(10, 0) }, 1)).toBe(
    '20 % fewer than in the 24 hours before.',
  );
  expect(comparedText({ latest: counts(10, 0), previous: counts(10, 0) }, 90)).toBe(
    'As many as in the previous 90 days.',
  );
  expect(comparedText(undefined, 14)).toBeUndefined();
});

it('says the average, and without a previous period how the last day changed', () => {
  const signIns = [counts(10, 0), counts(10, 0), counts(5, 5), counts(1, 0)].map((day, from) => ({
    ...day,
    from,
  }));
  expect(signInText(signIns, 14)).toBe('10 per day on average. Failures rose from 0 % to 50 % yesterday.');
  expect(signInText(signIns, 14, { latest: counts(26, 5), previous: counts(26, 5) })).toBe(
    '10 per day on average. As many as in the previous 14 days.',
  );
});
