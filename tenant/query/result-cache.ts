import type { JsonText } from '../management/json-text.ts';

/** How `Caching` of a query is read (compatibility, "query"; what the default does is our decision). */
export type CachingMode =
  /** `Caching` below -1: neither looked up nor kept. */
  | { readonly mode: 'off' }
  /** -1: executed, and kept for others. */
  | { readonly mode: 'refresh' }
  /** 0 or absent: a kept result counts for as long as nothing in the tenant has changed. */
  | { readonly mode: 'unchanged' }
  /** Above 0: a kept result counts for that many minutes, changed or not. */
  | { readonly mode: 'minutes'; readonly minutes: number };

export function toCachingMode(caching: number): CachingMode {
  if (caching < -1) return { mode: 'off' };
  if (caching === -1) return { mode: 'refresh' };
  return caching === 0 ? { mode: 'unchanged' } : { mode: 'minutes', minutes: caching };
}

export interface ResultCache {
  find(key: string, mode: CachingMode): JsonText | undefined;
  /** `changes` is the tenant's change counter from before the query ran. */
  keep(key: string, mode: CachingMode, result: JsonText, changes: number): void;
}

interface Entry {
  readonly result: JsonText;
  readonly at: number;
  readonly changes: number;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Keeps results up to 32 MB, the least recently used go first. `changeCounter` grows with every write to the tenant. */
export function createResultCache(now: () => number, changeCounter: () => number): ResultCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    bytes -= entry.result.text.length;
    entries.delete(key);
  }

  return {
    find(key, mode) {
      if (mode.mode === 'off' || mode.mode === 'refresh') return undefined;
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const isFresh =
        mode.mode === 'minutes'
          ? now() - entry.at <= mode.minutes * 60_000
          : entry.changes === changeCounter();
      if (!isFresh) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.result;
    },
    keep(key, mode, result, changes) {
      if (mode.mode === 'off' || result.text.length > MAX_BYTES / 4) return;
      drop(key);
      entries.set(key, { result, at: now(), changes });
      bytes += result.text.length;
      for (const oldest of entries.keys()) {
        if (bytes <= MAX_BYTES) break;
        drop(oldest);
      }
    },
  };
}
