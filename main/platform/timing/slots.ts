import PQueue from 'p-queue';
import { failure } from '../errors/failure.ts';

/** A semaphore: admits a number of holders; others wait in order of arrival. */
export interface Slots {
  /**
   * Resolves to a function that releases the slot; calling it again does nothing. Rejects with the signal's reason if it aborts
   * first, and with `rate-limited` if too many are waiting.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(limits: { readonly held: number; readonly waiting: number }): Slots {
  const queue = new PQueue({ concurrency: limits.held });
  return {
    take(signal) {
      if (queue.pending >= limits.held && queue.size >= limits.waiting) {
        return Promise.reject(
          failure('rate-limited', 'Too many pending calls. Wait for them to finish, then try again.'),
        );
      }
      return new Promise((resolve, reject) => {
        // Only aborts waiting. A holder keeps its slot until it releases it, even if its signal aborts: it may still be finishing a
        // write. The queue would free the slot of a task whose own signal aborts.
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
