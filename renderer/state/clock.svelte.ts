/** A clock that views can derive from: ticks every `intervalMs` while something looks at it. */
export class Clock {
  /** System time: for dates. */
  now = $state(Date.now());
  /** Monotonic time (`performance.now`), for durations. */
  steady = $state(performance.now());

  start(intervalMs = 15_000): () => void {
    const timer = setInterval(() => {
      this.now = Date.now();
      this.steady = performance.now();
    }, intervalMs);
    return () => clearInterval(timer);
  }
}

/** Converts a system time to `performance.now`; correct as long as the system clock isn't changed in between. */
export const steadyTime = (systemTime: number): number => performance.now() + systemTime - Date.now();

interface Ending {
  readonly expiresAt: number;
}

const ends = new WeakMap<Ending, number>();

/**
 * When a session or a sign-in ends, by `performance.now`. Main reports it in system time: it is converted on first
 * use, which is when the window receives it.
 */
export function steadyEnd(of: Ending): number {
  const end = ends.get(of) ?? steadyTime(of.expiresAt);
  ends.set(of, end);
  return end;
}

/** `52 min`, `3 h`, `40 s`: for countdowns, where the remaining time matters. */
export function timeLeft(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
