/** Milliseconds after which it is done all the same: a window that is hidden draws nothing. */
const longestWait = 100;

/** Does something once what was changed so far is on the screen; the answer takes it back. */
export function oncePainted(act: () => void): () => void {
  let afterFrame: ReturnType<typeof setTimeout> | undefined;
  // A frame is drawn after its callbacks: the next task finds it on the screen.
  const frame = requestAnimationFrame(() => (afterFrame = setTimeout(run)));
  const late = setTimeout(run, longestWait);

  function takeBack(): void {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(afterFrame);
  }

  function run(): void {
    takeBack();
    act();
  }

  return takeBack;
}
