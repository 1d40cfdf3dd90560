import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface OfflineStatus {
  readonly store: Pick<PlanStore, 'items'>;
  readonly kinds: KindTable;
}

/** Items that nobody plans more of by hand. */
const maxSavedResults = 1000;

/**
 * Writes what a plan has read of the things that need a decision into the offline copies: a draft that was found to
 * contradict the tenant says so from then on, with or without a connection.
 */
export function cacheUndecided(keeping: OfflineStatus, tenantId: string, planId: string): void {
  const { items } = keeping.store.items(planId, { isUndecided: true, offset: 0, limit: maxSavedResults });
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    storeRead(keeping, tenantId, kind, ofKind);
  }
}

/** As `cacheUndecided`, for what was read of some things of one kind. */
export function storeRead(
  { kinds }: Pick<OfflineStatus, 'kinds'>,
  tenantId: string,
  kindName: string,
  items: readonly Pick<StoredItem, 'targetId' | 'before'>[],
): void {
  const kind = kinds.find(kindName);
  if (kind?.type !== 'thing') return;
  const read = items
    .filter(({ targetId }) => targetId !== '')
    .map(({ targetId, before }) => ({
      // What is gone is told as after a delete.
      targetId: before === null ? '' : targetId,
      oldId: targetId,
      state: before,
    }));
  if (read.length > 0) kind.remember(read, tenantId);
}
