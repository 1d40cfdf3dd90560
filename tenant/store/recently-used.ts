/** What was used last, up to a size. */
interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  /**
   * Replaces the value of a key. Values over a quarter of the size aren't stored, because they would evict
   * most of the rest.
   */
  set(key: string, value: Value, size: number): void;
  clear(): void;
}

/** Stores values up to `maxSize`, in the unit of their sizes; evicts the least recently used first. */
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
    set(key, value, size) {
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
