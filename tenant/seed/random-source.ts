/** Repeatable randomness for seeding: the same seed gives the same tenant. Not for secrets. */
export interface RandomSource {
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A GUID-shaped ID; `separator` is `-`, or `_` as in role IDs. */
  identifier(separator?: '-' | '_'): string;
  /** Sixteen hexadecimal digits: cheaper when a million are needed. */
  session(): string;
}

/** Mulberry32. */
export function createRandomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 4294967296) * limit);
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    session: () => hex8(next()) + hex8(next()),
    identifier(separator = '-') {
      const hex = [next(), next(), next(), next()].map((part) => part.toString(16).padStart(8, '0')).join('');
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `a${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join(separator);
    },
  };
}

function hex8(value: number): string {
  return (0x1_0000_0000 + value).toString(16).slice(1);
}
