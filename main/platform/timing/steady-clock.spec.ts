import { expect, it } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

it('starts with the system time, and is not affected when that is changed', () => {
  let wall = 1_700_000_000_000;
  let passed = 500.25;
  const now = createSteadyClock(
    () => wall,
    () => passed,
  );
  expect(now()).toBe(1_700_000_000_000);
  passed += 1000;
  for (const difference of [2 * 3_600_000, -4 * 3_600_000]) {
    wall += difference;
    expect(now()).toBe(1_700_000_001_000);
  }
});
