/** Milliseconds after which it is done all the same: a window that is hidden draws nothing. */
const maxWait = 100;

/**
 * Does something once what was changed so far is on the screen; the answer takes it back. `frames`, by default 2: more for what
 * is to have a frame of its own, after what else waits for the first.
 */
export function oncePainted(act: () => void, frames = 2): () => void {
  // The second frame begins once the first one, with what was changed, is on its way to the screen.
  let left = frames;
  let frame = requestAnimationFrame(count);
  const late = setTimeout(run, maxWait);

  function count(): void {
    left -= 1;
    if (left === 0) run();
    else frame = requestAnimationFrame(count);
  }

  function takeBack(): void {
    cancelAnimationFrame(frame);
    clearTimeout(late);
  }

  function run(): void {
    takeBack();
    act();
  }

  return takeBack;
}
