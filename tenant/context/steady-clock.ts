/**
 * Milliseconds since the epoch: the system clock's time when this was created, advanced by a monotonic clock
 * that can't be set. Use it for durations and expiry; stored and displayed times use the system clock.
 * Source: W3C High Resolution Time, section 3 (monotonic clock).
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  const beganAt = wall() - monotonic();
  return () => Math.floor(beganAt + monotonic());
}
