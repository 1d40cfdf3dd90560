/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `count`. */
  readonly below: (count: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** Between `min` and `max` items, made one after the other. */
  readonly several: <Item>(min: number, max: number, make: () => Item) => readonly Item[];
}

/** Mulberry32 over a seed and the number of the case, so that each case can be made without those before it. */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    several: (min, max, make) => Array.from({ length: min + below(max - min + 1) }, () => make()),
  };
}
