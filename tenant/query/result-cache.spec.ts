import { expect, it } from 'vitest';
import { JsonText } from '../requests/json-text.ts';
import { createSteadyClock } from '../context/steady-clock.ts';
import { createResultCache, toCachingMode } from './result-cache.ts';

it.each([-7_200_000, 7_200_000])(
  'keeps a result for its minutes when the system clock is set by %d ms',
  (by) => {
    let [wall, passed] = [1_800_000_000_000, 0];
    const now = createSteadyClock(
      () => wall,
      () => passed,
    );
    const cache = createResultCache(now, () => 0);
    const mode = toCachingMode(5);
    const result = new JsonText('[]');
    cache.set('query', mode, result, 0);
    wall += by;
    passed += 5 * 60_000;
    expect(cache.find('query', mode)).toBe(result);
    passed += 1;
    expect(cache.find('query', mode)).toBeUndefined();
  },
);
