import { normalizeOrigin, originKey } from './origin.ts';

/** What one change does to the list, whatever else is in it. */
export interface OriginChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The members of one list that another does not have, in whatever spelling. */
export function without(origins: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(originKey));
  return origins.filter((origin) => !keys.has(originKey(origin)));
}

export function changeOf(before: readonly string[], after: readonly string[]): OriginChange {
  return { added: without(after, before), removed: without(before, after) };
}

/** The list with the change made, all else as it is and in its order. */
export function withChange(origins: readonly string[], { added, removed }: OriginChange): string[] {
  return [...without(origins, removed), ...without(added, origins)];
}

/** True where the list shows all that the change is about. */
export function isApplied({ added, removed }: OriginChange, origins: readonly string[]): boolean {
  return without(added, origins).length === 0 && without(removed, origins).length === removed.length;
}

/** True where the list shows nothing of the change. */
export function isUntouched({ added, removed }: OriginChange, origins: readonly string[]): boolean {
  return without(added, origins).length === added.length && without(removed, origins).length === 0;
}

/**
 * A list as it shall be sent: what the tenant has already keeps its spelling, what is new is normalized, and each
 * stands once. Throws `invalid-input` for what is no origin.
 */
export function spelledAs(wanted: readonly string[], present: readonly string[]): string[] {
  const spelling = new Map(present.map((origin) => [originKey(origin), origin]));
  const origins = wanted.map((origin) => spelling.get(originKey(origin)) ?? normalizeOrigin(origin));
  return [...new Set(origins)];
}
