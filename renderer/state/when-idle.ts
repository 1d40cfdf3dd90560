/** Maximum wait in ms. */
const maxWait = 2000;

/** Runs an action when the window is idle; returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: maxWait });
  return () => window.cancelIdleCallback(handle);
}
