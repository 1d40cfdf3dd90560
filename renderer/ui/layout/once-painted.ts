/** Milliseconds after which it is done all the same: a window that is hidden draws nothing. */
const longestWait = 100;

/** Does something once what was changed so far is on the screen; the answer takes it back. */
export function oncePainted(act: () => void): () => void {
  // The second frame begins once the first one, with what was changed, is on its way to the screen.
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(run)));
  const late = setTimeout(run, longestWait);

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
