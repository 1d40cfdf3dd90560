/** A range on one axis, in pixels. */
export interface Interval {
  readonly start: number;
  readonly size: number;
}

/** The smallest scroll that makes all of `wanted` visible, or its beginning if it is larger. */
export function revealOffset(wanted: Interval, sight: Interval): number {
  return Math.min(wanted.start, Math.max(sight.start, wanted.start + wanted.size - sight.size));
}
