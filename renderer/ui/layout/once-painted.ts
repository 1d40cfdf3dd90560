/** Maximum wait in ms: a hidden window draws nothing. */
const maxWait = 100;

/**
 * Runs an action once all changes so far are on the screen; returns a function that cancels it. `frames`, by default
 * 2: more for work that needs a separate frame, after other work that waits for the first.
 */
export function oncePainted(act: () => void, frames = 2): () => void {
  // The second frame begins once the first one, with the changes, is on its way to the screen.
  let left = frames;
  let frame = requestAnimationFrame(count);
  const late = setTimeout(run, maxWait);

  function count(): void {
    left -= 1;
    if (left === 0) run();
    else frame = requestAnimationFrame(count);
  }

  function cancel(): void {
    cancelAnimationFrame(frame);
    clearTimeout(late);
  }

  function run(): void {
    cancel();
    act();
  }

  return cancel;
}
