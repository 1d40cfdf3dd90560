/** Milliseconds after which it is done all the same. */
const longestWait = 2000;

/** Does something when the window has nothing else to do; the answer takes it back. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: longestWait });
  return () => window.cancelIdleCallback(handle);
}
