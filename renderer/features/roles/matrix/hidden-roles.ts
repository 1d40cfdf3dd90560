import type { ViewMemory } from '../../../state/view-state.ts';

/** Stores which columns are hidden. A storage failure only loses the choice. */
const keyOf = (tenantId: string): string => `roles.hidden:${tenantId}`;

export function rememberedHidden(
  storage: Pick<ViewMemory, 'getItem'>,
  tenantId: string,
): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(tenantId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function rememberHidden(
  storage: Pick<ViewMemory, 'setItem'>,
  tenantId: string,
  hidden: ReadonlySet<string>,
): void {
  try {
    storage.setItem(keyOf(tenantId), JSON.stringify([...hidden]));
  } catch {
    // The columns have to be hidden again next time.
  }
}
