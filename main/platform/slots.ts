import { failure } from './failure.ts';

/** Admits a number of holders at once; the others wait in the order in which they came. */
export interface Slots {
  /**
   * Resolves to the function that gives the slot back. Rejects with the signal's reason when it aborts first, and
   * with `rate-limited` when too many wait already.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(limits: { readonly held: number; readonly waiting: number }): Slots {
  const waiting = new Set<() => void>();
  let held = 0;

  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      held -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  function once(run: () => void): () => void {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      run();
    };
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (held < limits.held) {
        held += 1;
        return Promise.resolve(once(release));
      }
      if (waiting.size >= limits.waiting) {
        return Promise.reject(
          failure(
            'rate-limited',
            'Too many calls wait already. Let the running ones finish, then try again.',
          ),
        );
      }
      return new Promise((resolve, reject) => {
        const admit = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(once(release));
        };
        const giveUp = (): void => {
          waiting.delete(admit);
          reject(signal.reason);
        };
        waiting.add(admit);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
