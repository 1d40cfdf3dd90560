/** For all editors of the window: each draws typed text before it publishes it (AfterKey). */
const holding = new Set<() => void>();

/** Registers unpublished edits; `tell` publishes them. Returns what to call once they are published. */
export function holdKey(publish: () => void): () => void {
  holding.add(publish);
  return () => holding.delete(publish);
}

/**
 * Makes every editor publish its edits. Code that is about to put another text into an editor calls this first:
 * otherwise edits would be lost without anyone knowing.
 */
export function flushPendingEdits(): void {
  for (const publish of [...holding]) publish();
}
