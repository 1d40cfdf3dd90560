/** Runs work in one transaction that is on the disk when it returns; where it throws, nothing of it is kept. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Resolves with what the work answered when that is on the disk; rejects where it is not. */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

/**
 * Commits together what items that are under way write: a commit waits for the disk, and as long for one as for fifty.
 * All that is asked for until the network has had its turn goes into one, in its order, and nobody hears of it before it
 * is on the disk. Where that fails, each is tried by itself, so that none fails for another.
 */
export function createGroupCommit(transaction: Transaction): Commit {
  let waiting: Pending[] = [];

  function commitAll(): void {
    const group = waiting;
    waiting = [];
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
    if (waiting.push({ run, reject }) === 1) setImmediate(commitAll);
    return promise;
  };
}

interface Pending {
  /** Does the work, and answers what tells that it is on the disk. */
  run(): () => void;
  reject(error: unknown): void;
}
