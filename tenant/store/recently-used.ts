/** What was used last, up to a size. */
interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  /** Takes the place of what the key stood for. Not kept is what would push out most of the rest: over a quarter of all. */
  keep(key: string, value: Value, size: number): void;
  clear(): void;
}

/** Keeps values up to `maxSize` in whatever unit their sizes are given; the least recently used go first. */
export function createRecentlyUsed<Value>(maxSize: number): RecentlyUsed<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    keep(key, value, size) {
      drop(key);
      if (size > maxSize / 4) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maxSize) break;
        drop(oldest);
      }
    },
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
