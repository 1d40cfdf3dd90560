/**
 * Milliseconds since the epoch as the system's clock had them when this was created, and by a clock that nobody can set from then
 * on. For everything that lasts; what is written down or shown is in the time of the system.
 * Source: W3C High Resolution Time, section 3 (monotonic clock).
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  const beganAt = wall() - monotonic();
  return () => Math.floor(beganAt + monotonic());
}
