import type { KindTable } from '../kind/kind-table.ts';
import type { PlanStore } from '../plan/plan-store.ts';

/** A state that this installation put into a tenant. */
export interface AppliedState {
  readonly planId: string;
  readonly itemId: string;
  /** Milliseconds since the epoch. */
  readonly appliedAt: number;
  readonly appliedBy: string;
  readonly state: unknown;
}

export interface AppliedStatesFilter {
  readonly tenantId: string;
  readonly kind: string;
  readonly targetId: string;
  readonly limit: number;
}

/** The states of one thing that were applied, newest first. Those of a shape that is no longer known are left out. */
export function appliedStates(
  { store, kinds }: { readonly store: PlanStore; readonly kinds: KindTable },
  { tenantId, kind, targetId, limit }: AppliedStatesFilter,
): AppliedState[] {
  const registered = kinds.thing(kind);
  return store.history({ tenantId, targetId, limit }).flatMap((record) => {
    if (!record.isReadable) return [];
    const { plan } = record;
    return store.itemIds(plan.id, ['verified', 'taken-back']).flatMap((itemId) => {
      const item = store.item(itemId);
      if (item?.kind !== kind || item.targetId !== targetId || item.after === null) return [];
      try {
        const state = registered.parse(item.after, item.kindVersion);
        const appliedAt = item.settledAt ?? plan.appliedAt ?? plan.createdAt;
        return [{ planId: plan.id, itemId, appliedAt, appliedBy: plan.appliedBy, state }];
      } catch {
        return [];
      }
    });
  });
}
