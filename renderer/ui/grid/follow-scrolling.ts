/** Milliseconds without a scroll after which the element rests. */
const restAfter = 150;

/** Milliseconds after a turn of the wheel in which what is scrolled is scrolled by it: it glides, and is told of late by a busy page. */
const wheelLasts = 800;

export interface ScrollListeners {
  /** `isWheel`: scrolled by the wheel, not by the thumb of the bar. */
  readonly onscroll: (isWheel: boolean) => void;
  /** Scrolling ended a moment ago. */
  readonly onrest: () => void;
  readonly onsize: (size: { readonly height: number; readonly width: number }) => void;
}

/** Listens to how an element is scrolled and resized; returns what ends it. */
export function followScrolling(
  followed: HTMLElement,
  { onscroll, onrest, onsize }: ScrollListeners,
): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  let wheeledAt = -Infinity;
  const handlers = {
    scroll() {
      onscroll(performance.now() - wheeledAt < wheelLasts);
      clearTimeout(rest);
      rest = setTimeout(onrest, restAfter);
    },
    wheel() {
      wheeledAt = performance.now();
    },
    // On the thumb, perhaps.
    pointerdown() {
      wheeledAt = -Infinity;
    },
  };
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) onsize(entry.contentRect);
  });
  observer.observe(followed);
  for (const [name, handler] of Object.entries(handlers))
    followed.addEventListener(name, handler, { passive: true });
  return () => {
    observer.disconnect();
    for (const [name, handler] of Object.entries(handlers)) followed.removeEventListener(name, handler);
    clearTimeout(rest);
  };
}
