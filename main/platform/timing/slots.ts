import PQueue from 'p-queue';
import { failure } from '../errors/failure.ts';

/** Admits a number of holders at once; the others wait in the order in which they came. */
export interface Slots {
  /**
   * Resolves to the function that gives the slot back; calling it again does nothing. Rejects with the signal's reason
   * when it aborts first, and with `rate-limited` when too many wait already.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(limits: { readonly held: number; readonly waiting: number }): Slots {
  const queue = new PQueue({ concurrency: limits.held });
  return {
    take(signal) {
      if (queue.pending >= limits.held && queue.size >= limits.waiting) {
        return Promise.reject(
          failure(
            'rate-limited',
            'Too many calls wait already. Let the running ones finish, then try again.',
          ),
        );
      }
      return new Promise((resolve, reject) => {
        // Ends the waiting only. A holder keeps its slot until it gives it back, whatever happens to its signal: it may
        // still be finishing a write. The queue frees the slot of a task whose own signal aborts.
        const waiting = new AbortController();
        const giveUp = (): void => waiting.abort(signal.reason);
        const hold = (): Promise<void> =>
          new Promise((release) => {
            signal.removeEventListener('abort', giveUp);
            resolve(release);
          });
        signal.addEventListener('abort', giveUp, { once: true });
        if (signal.aborted) giveUp();
        queue.add(hold, { signal: waiting.signal }).catch(reject);
      });
    },
  };
}
