/**
 * A monotonic clock that starts at the system time, in milliseconds since the epoch. For durations: a timeout must not end early or
 * late because the system clock was changed. Source: W3C High Resolution Time, section 3 (monotonic clock).
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  const beganAt = wall() - monotonic();
  return () => Math.floor(beganAt + monotonic());
}

/** Milliseconds since a stored time; infinite for a time in the future, after the system clock moved backward. */
export function ageOf(then: number, now: number): number {
  return now < then ? Infinity : now - then;
}
