import { withDeadline } from '../timing/waiting.ts';

/** Asks the keychain something and waits for the answer at most until the deadline. */
export type Ask = <Answer>(question: Promise<Answer>) => Promise<Answer>;

/** One writer at a time for each entry of a keychain. */
export interface KeychainQueue {
  take<Result>(account: string, work: (ask: Ask) => Promise<Result>): Promise<Result>;
}

/** Vaults over the same keychain share their turns. */
const queuesOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * A turn ends when the keychain has answered everything that was asked in it. An answer that came too late for the
 * caller may still take effect, so the next writer waits for it, too. Rejects with the deadline's error where the turn
 * does not come in time.
 */
export function createKeychainQueue(keychain: object, deadlineMs: number): KeychainQueue {
  const lastInQueue = queuesOf.get(keychain) ?? new Map<string, Promise<unknown>>();
  queuesOf.set(keychain, lastInQueue);
  return {
    take(account, work) {
      const before = lastInQueue.get(account) ?? Promise.resolve();
      const asked: Promise<unknown>[] = [];
      const ask: Ask = (question) => {
        asked.push(question);
        return withDeadline(question, deadlineMs);
      };
      const result = withDeadline(before, deadlineMs).then(() => work(ask));
      const over = Promise.allSettled([before, result])
        .then(() => Promise.allSettled(asked))
        .then(() => {
          if (lastInQueue.get(account) === over) lastInQueue.delete(account);
        });
      lastInQueue.set(account, over);
      return result;
    },
  };
}
