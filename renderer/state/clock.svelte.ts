/** A clock that views can derive from: ticks every `intervalMs` while something looks at it. */
export class Clock {
  /** The time of the system: for dates. */
  now = $state(Date.now());
  /** As `performance.now` has it, which nobody can set: for how long something lasts. */
  steady = $state(performance.now());

  start(intervalMs = 15_000): () => void {
    const timer = setInterval(() => {
      this.now = Date.now();
      this.steady = performance.now();
    }, intervalMs);
    return () => clearInterval(timer);
  }
}

/** A time of the system as `performance.now` will have it, or had it; right as long as the system's clock is not changed in between. */
export const steadyTime = (systemTime: number): number => performance.now() + systemTime - Date.now();

interface Ending {
  readonly expiresAt: number;
}

const ends = new WeakMap<Ending, number>();

/**
 * When a session or a sign-in ends, by `performance.now`. Main says it in the time of the system: it is converted when it is asked
 * for first, which is when the window hears of it.
 */
export function steadyEnd(of: Ending): number {
  const end = ends.get(of) ?? steadyTime(of.expiresAt);
  ends.set(of, end);
  return end;
}
