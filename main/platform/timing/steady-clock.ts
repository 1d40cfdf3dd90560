/**
 * Milliseconds since the epoch as the system's clock had them when this was created, and by a clock that nobody can set from then on.
 * For everything that lasts: a time limit must end neither at once nor hours late because the system's clock was changed.
 * Source: W3C High Resolution Time, section 3 (monotonic clock).
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  const beganAt = wall() - monotonic();
  return () => Math.floor(beganAt + monotonic());
}

/** Milliseconds since a time that was written down; endless for one that lies ahead, as after the system's clock was set back. */
export function ageOf(then: number, now: number): number {
  return now < then ? Infinity : now - then;
}
