/** Milliseconds after which it is done all the same. */
const maxWait = 2000;

/** Does something when the window has nothing else to do; the answer takes it back. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: maxWait });
  return () => window.cancelIdleCallback(handle);
}
