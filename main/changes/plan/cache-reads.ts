import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface CacheWriting {
  readonly store: Pick<PlanStore, 'items'>;
  readonly kinds: KindTable;
}

/** A plan with more items than this isn't edited by hand. */
const maxSavedResults = 1000;

/**
 * Writes what a plan has read of the items that need a decision to the offline copies, so that a draft that conflicts with the
 * tenant is shown as such from then on, online or offline.
 */
export function cacheUndecided(caching: CacheWriting, tenantId: string, planId: string): void {
  const { items } = caching.store.items(planId, { isUndecided: true, offset: 0, limit: maxSavedResults });
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    storeRead(caching, tenantId, kind, ofKind);
  }
}

/** As `cacheUndecided`, for some items of one kind. */
export function storeRead(
  { kinds }: Pick<CacheWriting, 'kinds'>,
  tenantId: string,
  kindName: string,
  items: readonly Pick<StoredItem, 'targetId' | 'before'>[],
): void {
  const kind = kinds.find(kindName);
  if (kind?.type !== 'item') return;
  const read = items
    .filter(({ targetId }) => targetId !== '')
    .map(({ targetId, before }) => ({
      // A deleted item is stored as after a delete.
      targetId: before === null ? '' : targetId,
      oldId: targetId,
      state: before,
    }));
  if (read.length > 0) kind.remember(read, tenantId);
}
