import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import type { Aim } from '../record/item-reads.ts';
import type { EditSources, PlannedEdit } from './planned-edit.ts';
import { undoEdits } from './planned-edit.ts';
import { hasEffect } from '../record/item-effect.ts';
import type { PlanStore } from '../record/plan-store.ts';

type DraftsRequest = Extract<ChangeRequest, { readonly from: 'drafts' }>;

/**
 * Items of what is asked for that were not settled when their plan was left as it is. They may be by now: nothing is
 * planned before they were looked at again.
 */
export function unresolvedItems(store: PlanStore, tenantId: string, request: ChangeRequest): Aim[] {
  switch (request.from) {
    case 'drafts': {
      const asked = new Set(request.drafts.map(keyOf));
      return store
        .unresolvedItems(tenantId)
        .filter(({ kind, plannedTargetId, draftTargetId }) =>
          [plannedTargetId, draftTargetId ?? ''].some((targetId) => asked.has(keyOf({ kind, targetId }))),
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
 * What takes away what an attempt to apply these drafts had made beside the thing, when it was left as it is: applied
 * once more, the change would be there twice. It comes after the drafts, so that at no moment nothing is there.
 */
export function editsForLeftovers(
  sources: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  request: DraftsRequest,
): readonly PlannedEdit[] {
  const asked = new Set(request.drafts.map(keyOf));
  return unresolvedItems(sources.store, tenantId, request)
    .flatMap(({ id }) => sources.store.item(id) ?? [])
    .filter(hasEffect)
    .flatMap((item) => {
      const reason = `“${item.title}” was only partly applied: this removes what it had created.`;
      return undoEdits(sources, tenantId, [item]).flatMap((edit): PlannedEdit[] => {
        if (edit.type !== 'edit' || edit.targetId === null || edit.wanted !== null) return [];
        if (asked.has(keyOf({ kind: edit.kind, targetId: edit.targetId }))) return [];
        return [{ ...edit, reason }];
      });
    });
}

const keyOf = ({ kind, targetId }: { readonly kind: string; readonly targetId: string }): string =>
  `${kind}\n${targetId}`;
