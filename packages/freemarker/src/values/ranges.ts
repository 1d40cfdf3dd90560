import { RangeValue } from './value.ts';

/** How `from..to` ends: `..`, `..<`, `from..` and `..*`. */
export type RangeKind = 'inclusive' | 'exclusive' | 'unbounded' | 'size-limited';

/** The range from `begin` to `end`, which is included, excluded, or where a size-limited range would end. */
export function boundedRange(begin: number, end: number, kind: Exclude<RangeKind, 'unbounded'>): RangeValue {
  const step = begin <= end ? 1 : -1;
  const size = Math.abs(end - begin) + (kind === 'inclusive' ? 1 : 0);
  return new RangeValue(begin, step, size, kind === 'size-limited', kind === 'inclusive');
}
