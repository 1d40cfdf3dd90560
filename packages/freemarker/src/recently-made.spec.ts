import { expect, it } from 'vitest';
import { RecentlyMade } from './recently-made.ts';

it('keeps recently used values, and drops the rest', () => {
  const made = new RecentlyMade<number>(10);
  for (let n = 0; n < 1_000; n++) {
    made.set(String(n), n);
    made.get('0');
  }
  expect(made.get('0')).toBe(0);
  const left = Array.from({ length: 1_000 }, (_, n) => made.get(String(n))).filter(
    (value) => value !== undefined,
  );
  expect(left.length).toBeLessThanOrEqual(10);
  expect(left).toContain(999);
});

it('returns the value that was set again for a recently used text', () => {
  const made = new RecentlyMade<number>(10);
  made.set('a', 1);
  expect(made.get('a')).toBe(1);
  made.set('a', 2);
  expect(made.get('a')).toBe(2);
  expect(made.get('b')).toBeUndefined();
});
