export interface WatchedWork<Result> {
  /** The longest time in milliseconds that this thread was blocked. */
  readonly maxRunMs: number;
  readonly totalMs: number;
  readonly outcome: PromiseSettledResult<Result>;
}

/**
 * Measures the thread of the caller while `work` is running. Only the thread's own CPU time counts: on a busy
 * machine it also waits for the scheduler, which isn't the code's fault.
 */
export async function watchLongestTurn<Result>(work: () => Promise<Result>): Promise<WatchedWork<Result>> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  const startedAt = performance.now();
  let isWatching = true;
  let before = workedMs();
  let maxRunMs = 0;
  const look = (): void => {
    const now = workedMs();
    maxRunMs = Math.max(maxRunMs, now - before);
    before = now;
    if (isWatching) setImmediate(look);
  };
  look();
  const [outcome] = await Promise.allSettled([work()]);
  isWatching = false;
  look();
  return { maxRunMs, totalMs: performance.now() - startedAt, outcome };
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * CPU milliseconds of this thread for a fixed piece of work, the median of several tries: the current speed
 * of the machine. Measured turns are compared with it, because a busy or slow machine makes both longer.
 */
export function referenceMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 4000 }, (_, index) => ({ id: `${index}`, text: 'a b c '.repeat(20) })),
  );
  const tries = Array.from({ length: 7 }, () => {
    const before = workedMs();
    JSON.stringify(JSON.parse(text));
    return workedMs() - before;
  });
  return tries.toSorted((one, other) => one - other)[3] ?? 0;
}
