/** Runs a function at a time of its clock, in milliseconds; returns a function to cancel it. */
export type Schedule = (at: number, run: () => void) => () => void;

/** Maximum delay of a timer; longer delays use several. */
const maxWaitMs = 2 ** 31 - 1;

/** A schedule with unreferenced timers, which checks the clock again when a timer fires. */
export function createSchedule(now: () => number): Schedule {
  return (at, run) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const wait = Math.min(Math.max(0, at - now()), maxWaitMs);
      timer = setTimeout(() => (now() >= at ? run() : arm()), wait);
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  };
}
