export interface WatchedWork<Result> {
  /** Milliseconds that this thread worked without letting anything else in, at most. */
  readonly maxRunMs: number;
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
 * Milliseconds that this thread works for a fixed piece of work, the middle of several tries: how fast the machine is now. A turn that is
 * measured beside it is compared with it, as a busy or a slow machine makes both longer.
 */
export function referenceMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 4000 }, (_, index) => ({ id: `${index}`, words: 'a b c '.repeat(20) })),
  );
  const tries = Array.from({ length: 7 }, () => {
    const before = workedMs();
    JSON.stringify(JSON.parse(text));
    return workedMs() - before;
  });
  return tries.toSorted((one, other) => one - other)[3] ?? 0;
}
