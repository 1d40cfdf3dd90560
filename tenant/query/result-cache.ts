import type { JsonText } from '../requests/json-text.ts';
import { createRecentlyUsed } from '../store/recently-used.ts';

/** How `Caching` of a query is read (compatibility, "query"; what the default does is our decision). */
type CachingMode =
  /** `Caching` below -1: neither looked up nor cached. */
  | { readonly mode: 'off' }
  /** -1: always runs, and caches the result for others. */
  | { readonly mode: 'refresh' }
  /** 0 or absent: a cached result is valid until something in the tenant changes. */
  | { readonly mode: 'unchanged' }
  /** Above 0: a cached result is valid for that many minutes, regardless of changes. */
  | { readonly mode: 'minutes'; readonly minutes: number };

export function toCachingMode(caching: number): CachingMode {
  if (caching < -1) return { mode: 'off' };
  if (caching === -1) return { mode: 'refresh' };
  return caching === 0 ? { mode: 'unchanged' } : { mode: 'minutes', minutes: caching };
}

export interface ResultCache {
  find(key: string, mode: CachingMode): JsonText | undefined;
  /** `changes` is the tenant's change counter from before the query ran. */
  set(key: string, mode: CachingMode, result: JsonText, changes: number): void;
}

interface Entry {
  readonly result: JsonText;
  readonly at: number;
  readonly changes: number;
}

const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Caches results up to 32 MB, evicting the least recently used first. `changeCounter` increases with every
 * write to the tenant.
 */
export function createResultCache(now: () => number, changeCounter: () => number): ResultCache {
  const entries = createRecentlyUsed<Entry>(MAX_BYTES);
  return {
    find(key, mode) {
      if (mode.mode === 'off' || mode.mode === 'refresh') return undefined;
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const isFresh =
        mode.mode === 'minutes'
          ? now() - entry.at <= mode.minutes * 60_000
          : entry.changes === changeCounter();
      return isFresh ? entry.result : undefined;
    },
    set(key, mode, result, changes) {
      if (mode.mode === 'off') return;
      entries.set(key, { result, at: now(), changes }, result.text.length);
    },
  };
}
