import { describe, expect, it } from 'vitest';
import { pooledRandomBytes } from './random-pool.ts';

/** Counts up, so that every byte shows its origin. */
function counting(): { readonly fetch: (size: number) => Uint8Array; readonly fetched: number[] } {
  const fetched: number[] = [];
  let next = 0;
  return {
    fetched,
    fetch(size) {
      fetched.push(size);
      return Uint8Array.from({ length: size }, () => next++);
    },
  };
}

describe('a pool of random bytes', () => {
  it('returns every byte once, across pools', () => {
    const { fetch, fetched } = counting();
    const random = pooledRandomBytes(fetch);
    const given = Array.from({ length: 1_000 }, (_, i) => [...random(1 + (i % 16))]);
    const skips = given.slice(1).filter((bytes, i) => ((given[i]?.at(-1) ?? 0) + 1) % 256 !== bytes[0]);
    // Only the ends of exhausted pools are skipped.
    expect(skips.length).toBeLessThan(fetched.length);
    expect(fetched).toEqual([4_096, 4_096, 4_096]);
  });

  it('fetches secrets separately', () => {
    const { fetch, fetched } = counting();
    const random = pooledRandomBytes(fetch);
    random(24);
    random(32);
    expect(fetched).toEqual([24, 32]);
  });
});
