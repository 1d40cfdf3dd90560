/** Runs work in one transaction that is on disk when it returns; if the work throws, nothing is stored. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Resolves with the result of the work when it is on disk; rejects if it can't be stored. */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

/** How long, in milliseconds, a commit waits for more while the thread is busy. */
const maxWait = 20;
/** A turn of the event loop that took less, in milliseconds, had nothing to do. */
const idleTurn = 0.2;

/** A group of this size takes a few milliseconds; other work gets a turn before the rest. */
const largestGroup = 128;

export interface GroupCommitParts {
  readonly transaction: Transaction;
  /** The number of active items: if this many wait, no other commit will come. */
  readonly maxWaiting: number;
  /** A monotonic time in milliseconds. */
  readonly clock: () => number;
}

/**
 * Commits writes of active items together: a commit waits for the disk, and takes as long for one as for fifty.
 * All requested writes go into one commit, in order, as soon as this thread is idle, or after a short wait. A write is reported
 * only once it is on disk. If a commit fails, each write is retried separately, so that none fails because of another.
 */
export function createGroupCommit({ transaction, maxWaiting, clock }: GroupCommitParts): Commit {
  const waiting: Pending[] = [];

  function commitWhenIdle(since: number, turnBegan: number): void {
    const now = clock();
    const isDue = waiting.length >= maxWaiting || now - turnBegan < idleTurn || now - since > maxWait;
    if (isDue) commitAll();
    else setImmediate(commitWhenIdle, since, now);
  }

  function commitAll(): void {
    const group = waiting.splice(0, largestGroup);
    if (waiting.length > 0) setImmediate(commitWhenIdle, clock(), -Infinity);
    try {
      const resolvers = transaction(() => group.map(({ run }) => run()));
      for (const resolve of resolvers) resolve();
    } catch {
      for (const each of group) commitOne(each);
    }
  }

  function commitOne({ run, reject }: Pending): void {
    try {
      transaction(run)();
    } catch (error) {
      reject(error);
    }
  }

  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>();
    const run = (): (() => void) => {
      const result = work();
      return () => resolve(result);
    };
    if (waiting.push({ run, reject }) === 1) setImmediate(commitWhenIdle, clock(), -Infinity);
    return promise;
  };
}

interface Pending {
  /** Does the work, and returns a function that resolves its promise once it is on disk. */
  run(): () => void;
  reject(error: unknown): void;
}
