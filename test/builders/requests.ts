import type { ChangeRequest, Edit } from '../../contract/changes/changes.ts';

type State = Edit['wanted'];

/** Creates new items of one kind, in this order. */
export function create(kind: string, ...wanted: State[]): ChangeRequest {
  return edits(...wanted.map((state) => ({ kind, targetId: null, base: null, wanted: state })));
}

/** Changes an item to `wanted` that was `base` when the user started. */
export function change(kind: string, targetId: string, base: State, wanted: State): ChangeRequest {
  return edits({ kind, targetId, base, wanted });
}

/** Deletes an item that was `base` when the user looked. */
export function remove(kind: string, targetId: string, base: State): ChangeRequest {
  return edits({ kind, targetId, base, wanted: null });
}

/** Sets the same members of many items to these values; null deletes them. */
export function setAll(
  kind: string,
  targetIds: readonly string[],
  set: Record<string, State> | null,
): ChangeRequest {
  return { from: 'targets', kind, targetIds: [...targetIds], set };
}

export function edits(...all: Edit[]): ChangeRequest {
  return { from: 'edits', edits: all };
}

/** Undoes a plan, or some of its items. */
export function undo(planId: string, ...itemIds: string[]): ChangeRequest {
  return { from: 'undo', planId, ...(itemIds.length === 0 ? {} : { itemIds }) };
}

export function fromDrafts(...drafts: { readonly kind: string; readonly targetId: string }[]): ChangeRequest {
  return { from: 'drafts', drafts: drafts.map(({ kind, targetId }) => ({ kind, targetId })) };
}
