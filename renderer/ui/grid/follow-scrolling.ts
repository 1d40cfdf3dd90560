/** Milliseconds without a scroll event after which the element counts as at rest. */
const restAfter = 150;

/**
 * Milliseconds after a wheel event in which scrolling counts as caused by it: it glides, and a busy page reports it
 * late.
 */
const wheelLasts = 800;

export interface ScrollListeners {
  /** `isWheel`: scrolled by the wheel, not by the thumb. */
  readonly onscroll: (isWheel: boolean) => void;
  /** Scrolling ended a moment ago. */
  readonly onrest: () => void;
  readonly onsize: (size: { readonly height: number; readonly width: number }) => void;
}

/** Watches how an element is scrolled and resized; returns a function that stops it. */
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
