import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('evicts the least recently used once the size is exceeded', () => {
  const kept = createRecentlyUsed<string>(10);
  kept.keep('a', 'A', 2);
  for (const key of ['b', 'c', 'd', 'e']) kept.keep(key, key.toUpperCase(), 2);
  expect(kept.get('a')).toBe('A');
  kept.keep('f', 'F', 2);
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => kept.get(key))).toEqual([
    'A',
    undefined,
    'C',
    'D',
    'E',
    'F',
  ]);
});

it('counts a key once, with its last value', () => {
  const kept = createRecentlyUsed<number>(8);
  for (let round = 0; round < 10; round++) kept.keep('same', round, 2);
  for (const key of ['x', 'y', 'z']) kept.keep(key, 0, 2);
  expect(kept.get('same')).toBe(9);
});

it('rejects a value that would evict most of the rest, and drops its earlier value', () => {
  const kept = createRecentlyUsed<string>(8);
  kept.keep('a', 'small', 1);
  kept.keep('b', 'other', 1);
  kept.keep('a', 'large', 3);
  expect([kept.get('a'), kept.get('b')]).toEqual([undefined, 'other']);
});

it('is empty once cleared, with its whole size available again', () => {
  const kept = createRecentlyUsed<string>(4);
  for (const key of ['a', 'b', 'c', 'd']) kept.keep(key, key, 1);
  kept.clear();
  expect(kept.get('a')).toBeUndefined();
  for (const key of ['e', 'f', 'g', 'h']) kept.keep(key, key, 1);
  expect(['e', 'f', 'g', 'h'].map((key) => kept.get(key))).toEqual(['e', 'f', 'g', 'h']);
});
