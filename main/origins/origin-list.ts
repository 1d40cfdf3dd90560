import { normalizeOrigin, originKey } from './origin.ts';

/** What one change does to the list, whatever else is in it. */
export interface OriginChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The members of one list that another doesn't have, in any spelling. */
export function without(origins: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(originKey));
  return origins.filter((origin) => !keys.has(originKey(origin)));
}

export function changeOf(before: readonly string[], after: readonly string[]): OriginChange {
  return { added: without(after, before), removed: without(before, after) };
}

/** The list with the change made; other entries keep their spelling and order. */
export function withChange(origins: readonly string[], { added, removed }: OriginChange): string[] {
  return [...without(origins, removed), ...without(added, origins)];
}

/** True when the list shows the whole change. */
export function isApplied({ added, removed }: OriginChange, origins: readonly string[]): boolean {
  return without(added, origins).length === 0 && without(removed, origins).length === removed.length;
}

/** True when the list shows nothing of the change. */
export function isUnchanged({ added, removed }: OriginChange, origins: readonly string[]): boolean {
  return without(added, origins).length === added.length && without(removed, origins).length === 0;
}

/**
 * A list as it is sent: existing entries keep their spelling, new ones are normalized, and duplicates are removed.
 * Throws `invalid-input` for an invalid origin.
 */
export function spelledAs(wanted: readonly string[], present: readonly string[]): string[] {
  const spelling = new Map(present.map((origin) => [originKey(origin), origin]));
  const origins = wanted.map((origin) => spelling.get(originKey(origin)) ?? normalizeOrigin(origin));
  return [...new Set(origins)];
}
