/** Runs work in one transaction that is on the disk when it returns; where it throws, nothing of it is kept. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Resolves with what the work answered when that is on the disk; rejects where it is not. */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

/** For how long, in milliseconds, a commit waits for more while there is something else to be done. */
const maxWait = 20;
/** A turn of this thread that took less, in milliseconds, had nothing to do. */
const idleTurn = 0.2;

/** So many take some milliseconds; everybody else has a turn before the rest. */
const largestGroup = 128;

export interface GroupCommitParts {
  readonly transaction: Transaction;
  /** As many as may be under way: where so many wait, nobody else will ask. */
  readonly most: number;
  /** In milliseconds, since whenever. */
  readonly clock: () => number;
}

/**
 * Commits together what items that are under way write: a commit waits for the disk, and as long for one as for fifty.
 * All that is asked for goes into one, in its order, as soon as this thread has nothing else to do, and soon in any case.
 * Nobody hears of it before it is on the disk. Where that fails, each is tried by itself, so that none fails for another.
 */
export function createGroupCommit({ transaction, most, clock }: GroupCommitParts): Commit {
  const waiting: Pending[] = [];

  function commitWhenIdle(since: number, turnBegan: number): void {
    const now = clock();
    const isDue = waiting.length >= most || now - turnBegan < idleTurn || now - since > maxWait;
    if (isDue) commitAll();
    else setImmediate(commitWhenIdle, since, now);
  }

  function commitAll(): void {
    const group = waiting.splice(0, largestGroup);
    if (waiting.length > 0) setImmediate(commitWhenIdle, clock(), -Infinity);
    try {
      const settled = transaction(() => group.map(({ run }) => run()));
      for (const tell of settled) tell();
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
  /** Does the work, and answers what tells that it is on the disk. */
  run(): () => void;
  reject(error: unknown): void;
}
