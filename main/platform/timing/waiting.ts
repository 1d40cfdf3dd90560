import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** True for the error of `withDeadline`. */
export function isDeadline(error: unknown): boolean {
  return error instanceof DeadlineError;
}

/** Rejects if `work` hasn't finished after `milliseconds`. The work itself continues. */
export async function withDeadline<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new DeadlineError(`No response after ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for shared work on behalf of one caller, which may abort while the work continues for others. */
export async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
