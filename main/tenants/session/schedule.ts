/** Runs something at a time of its clock, in milliseconds; answers how to call it off. */
export type Schedule = (at: number, run: () => void) => () => void;

/** Longest wait of the timer; longer ones are made of several. */
const maxWaitMs = 2 ** 31 - 1;

/** A schedule on the process's timer, which keeps no process alive and looks at the clock again when it fires. */
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
