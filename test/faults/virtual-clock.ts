/**
 * A clock that advances only while Tenant Desk waits: its pauses advance the time, and everything due by then runs before they
 * end. So a fault that lasts ten seconds costs none, and no result hangs on how busy the machine is.
 */
export interface VirtualClock {
  /** Milliseconds since it was made. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
  /** Runs the work this many milliseconds from now. */
  after(milliseconds: number, work: () => Promise<void>): void;
  /** Lets everything happen that is still to come. */
  runOut(): Promise<void>;
}

export function createVirtualClock(): VirtualClock {
  let now = 0;
  let due: { readonly at: number; readonly work: () => Promise<void> }[] = [];

  async function moveTo(target: number): Promise<void> {
    const [next] = due.filter(({ at }) => at <= target).sort((one, other) => one.at - other.at);
    if (next === undefined) {
      now = Math.max(now, target);
      return;
    }
    due = due.filter((entry) => entry !== next);
    now = Math.max(now, next.at);
    await next.work();
    await moveTo(target);
  }

  return {
    now: () => now,
    pause: (milliseconds) => moveTo(now + milliseconds),
    after(milliseconds, work) {
      due.push({ at: now + milliseconds, work });
    },
    runOut: () => moveTo(Math.max(now, ...due.map(({ at }) => at)) + 60_000),
  };
}
