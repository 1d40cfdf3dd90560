import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import type { Aim } from '../record/item-reads.ts';
import type { EditSources, PlannedEdit } from './planned-edit.ts';
import { undoEdits } from './planned-edit.ts';
import { hasEffect } from '../record/item-effect.ts';
import type { PlanStore } from '../record/plan-store.ts';

type DraftsRequest = Extract<ChangeRequest, { readonly from: 'drafts' }>;

/**
 * Items of a request that were unresolved when their plan was closed. They may be resolved by now, so they are checked again
 * before anything is planned.
 */
export function unresolvedItems(store: PlanStore, tenantId: string, request: ChangeRequest): Aim[] {
  switch (request.from) {
    case 'drafts': {
      const requested = new Set(request.drafts.map(keyOf));
      return store
        .unresolvedItems(tenantId)
        .filter(({ kind, plannedTargetId, draftTargetId }) =>
          [plannedTargetId, draftTargetId ?? ''].some((targetId) => requested.has(keyOf({ kind, targetId }))),
        );
    }
    case 'undo':
      return store
        .unresolvedItems(tenantId)
        .filter(({ id, planId }) => planId === request.planId && (request.itemIds?.includes(id) ?? true));
    default:
      return [];
  }
}

/**
 * Removes what an earlier attempt to apply these drafts had created besides the item, if that plan was closed unresolved:
 * otherwise the change would exist twice after it is applied again. It comes after the drafts, so that there is always one.
 */
export function editsForUnresolved(
  sources: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  request: DraftsRequest,
): readonly PlannedEdit[] {
  const requested = new Set(request.drafts.map(keyOf));
  return unresolvedItems(sources.store, tenantId, request)
    .flatMap(({ id }) => sources.store.item(id) ?? [])
    .filter(hasEffect)
    .flatMap((item) => {
      const reason = `“${item.title}” was only partly applied: this removes what it had created.`;
      return undoEdits(sources, tenantId, [item]).flatMap((edit): PlannedEdit[] => {
        if (edit.type !== 'edit' || edit.targetId === null || edit.wanted !== null) return [];
        if (requested.has(keyOf({ kind: edit.kind, targetId: edit.targetId }))) return [];
        return [{ ...edit, reason }];
      });
    });
}

const keyOf = ({ kind, targetId }: { readonly kind: string; readonly targetId: string }): string =>
  `${kind}\n${targetId}`;
