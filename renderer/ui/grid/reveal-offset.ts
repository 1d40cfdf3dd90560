/** A stretch of one axis, in pixels. */
export interface Stretch {
  readonly start: number;
  readonly size: number;
}

/** Where to scroll to, as little as possible, so that all of `wanted` is in sight, or its beginning when it is larger. */
export function revealOffset(wanted: Stretch, sight: Stretch): number {
  return Math.min(wanted.start, Math.max(sight.start, wanted.start + wanted.size - sight.size));
}
