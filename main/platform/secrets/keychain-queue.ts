import { withDeadline } from '../timing/waiting.ts';

/** Waits for a keychain operation until the deadline. */
export type Ask = <Answer>(question: Promise<Answer>) => Promise<Answer>;

/** Serializes writes to each entry of a keychain. */
export interface KeychainQueue {
  take<Result>(account: string, work: (ask: Ask) => Promise<Result>): Promise<Result>;
}

/** Vaults of the same keychain share their queues. */
const queuesOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * A write ends when all its keychain operations have finished. An operation that missed the deadline may still take effect, so the
 * next writer waits for it, too. Rejects with the deadline's error if the queue takes too long.
 */
export function createKeychainQueue(keychain: object, deadlineMs: number): KeychainQueue {
  const lastInQueue = queuesOf.get(keychain) ?? new Map<string, Promise<unknown>>();
  queuesOf.set(keychain, lastInQueue);
  return {
    take(account, work) {
      const before = lastInQueue.get(account) ?? Promise.resolve();
      const requested: Promise<unknown>[] = [];
      const ask: Ask = (question) => {
        requested.push(question);
        return withDeadline(question, deadlineMs);
      };
      const result = withDeadline(before, deadlineMs).then(() => work(ask));
      const over = Promise.allSettled([before, result])
        .then(() => Promise.allSettled(requested))
        .then(() => {
          if (lastInQueue.get(account) === over) lastInQueue.delete(account);
        });
      lastInQueue.set(account, over);
      return result;
    },
  };
}
