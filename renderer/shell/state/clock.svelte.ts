/** A clock that views can derive from: ticks every `intervalMs` while something looks at it. */
export class Clock {
  now = $state(Date.now());

  start(intervalMs = 15_000): () => void {
    const timer = setInterval(() => (this.now = Date.now()), intervalMs);
    return () => clearInterval(timer);
  }
}

/** `52 min`, `3 h`, `40 s`: for countdowns, where the rest matters and not the moment. */
export function timeLeft(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
