import { once } from 'node:events';

/** Resolves at Ctrl+C, or when the reader of stdout goes away. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // A listener alone doesn't keep the process alive.
  const timer = setInterval(() => undefined, 1 << 30);
  try {
    await once(signal, 'abort');
  } finally {
    clearInterval(timer);
  }
}
