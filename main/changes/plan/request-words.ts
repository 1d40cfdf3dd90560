import type { ChangeRequest, PlanOrigin } from '../../../contract/changes.ts';
import type { PlanStore } from './plan-store.ts';

export function originOf(request: ChangeRequest): PlanOrigin {
  switch (request.from) {
    case 'undo':
      return { type: 'undo', planId: request.planId };
    case 'retry':
      return { type: 'retry', planId: request.planId };
    default:
      return { type: 'edit' };
  }
}

/** An undo is called after what it undoes, so that the two are not taken for each other. */
export function titleOf(store: PlanStore, request: ChangeRequest): string | undefined {
  if (request.from !== 'undo') return undefined;
  const original = store.plan(request.planId);
  if (original === undefined) return undefined;
  const { itemIds } = request;
  const [only] = itemIds ?? [];
  if (only === undefined || itemIds?.length !== 1) return `Undo: ${original.title}`;
  const item = store.item(only);
  return item === undefined ? `Undo: ${original.title}` : `Undo: ${item.title} · ${item.targetName}`;
}
