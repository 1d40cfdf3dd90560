import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('evicts the least recently used once the size is exceeded', () => {
  const cache = createRecentlyUsed<string>(10);
  cache.set('a', 'A', 2);
  for (const key of ['b', 'c', 'd', 'e']) cache.set(key, key.toUpperCase(), 2);
  expect(cache.get('a')).toBe('A');
  cache.set('f', 'F', 2);
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => cache.get(key))).toEqual([
    'A',
    undefined,
    'C',
    'D',
    'E',
    'F',
  ]);
});

it('counts a key once, with its last value', () => {
  const cache = createRecentlyUsed<number>(8);
  for (let round = 0; round < 10; round++) cache.set('same', round, 2);
  for (const key of ['x', 'y', 'z']) cache.set(key, 0, 2);
  expect(cache.get('same')).toBe(9);
});

it('rejects a value that would evict most of the rest, and drops its earlier value', () => {
  const cache = createRecentlyUsed<string>(8);
  cache.set('a', 'small', 1);
  cache.set('b', 'other', 1);
  cache.set('a', 'large', 3);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'other']);
});

it('is empty once cleared, with its whole size available again', () => {
  const cache = createRecentlyUsed<string>(4);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 1);
  cache.clear();
  expect(cache.get('a')).toBeUndefined();
  for (const key of ['e', 'f', 'g', 'h']) cache.set(key, key, 1);
  expect(['e', 'f', 'g', 'h'].map((key) => cache.get(key))).toEqual(['e', 'f', 'g', 'h']);
});
