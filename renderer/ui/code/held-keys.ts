/** Of all editors of the window: each draws what was typed before it tells anybody (AfterKey). */
const holding = new Set<() => void>();

/** Something was typed that nobody has heard of; `tell` tells it. Answers what to call when it is told. */
export function holdKey(tell: () => void): () => void {
  holding.add(tell);
  return () => holding.delete(tell);
}

/**
 * Has every editor tell what was typed in it. Whoever is about to put another text into an editor by itself calls this first: what
 * was typed would be gone else, and nobody would have heard of it.
 */
export function flushPendingEdits(): void {
  for (const tell of [...holding]) tell();
}
