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
