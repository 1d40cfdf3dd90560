export interface WatchedWork<Result> {
  /** Milliseconds that this thread worked without letting anything else in, at most. */
  readonly longestMs: number;
  readonly totalMs: number;
  readonly outcome: PromiseSettledResult<Result>;
}

/**
 * Watches what the thread of the caller does while `work` is under way. Counted is the time that the thread itself
 * works: on a busy machine it also waits to be let on, which is nobody's fault.
 */
export async function watchLongestTurn<Result>(work: () => Promise<Result>): Promise<WatchedWork<Result>> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  const startedAt = performance.now();
  let isWatching = true;
  let before = workedMs();
  let longestMs = 0;
  const look = (): void => {
    const now = workedMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (isWatching) setImmediate(look);
  };
  look();
  const [outcome] = await Promise.allSettled([work()]);
  isWatching = false;
  look();
  return { longestMs, totalMs: performance.now() - startedAt, outcome };
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
