import { getContext, hasContext, setContext } from 'svelte';

/** Bounds of a split, in pixels. */
interface SplitBounds {
  readonly total: number;
  readonly minStart: number;
  readonly minEnd: number;
}

/**
 * The size of the first pane, clamped to its own minimum and what the second pane needs. If the space is too small
 * for both, the first pane gets its minimum.
 */
export function clampSplit(size: number, { total, minStart, minEnd }: SplitBounds): number {
  return Math.round(Math.max(minStart, Math.min(size, total - minEnd)));
}

/** Stores sizes. */
interface SizeStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const contextKey = Symbol('split sizes');

/** Sets the storage of sizes for all panes below the calling component. */
export function setSplitStorage(storage: SizeStorage): void {
  setContext(contextKey, storage);
}

/** Undefined if nothing stores them. */
export function splitStorage(): SizeStorage | undefined {
  return hasContext(contextKey) ? getContext<SizeStorage>(contextKey) : undefined;
}

const prefix = 'split:';

/** The stored size in pixels, or undefined if there is none (or storage is not available). */
export function rememberedSplit(storage: SizeStorage, key: string): number | undefined {
  try {
    const size = Number(storage.getItem(prefix + key) ?? Number.NaN);
    return Number.isFinite(size) && size > 0 ? size : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a size; storage errors are ignored, since only comfort is lost. */
export function rememberSplit(storage: SizeStorage, key: string, size: number): void {
  try {
    storage.setItem(prefix + key, String(size));
  } catch {
    return;
  }
}
