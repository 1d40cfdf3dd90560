import type { DraftKey } from '../../../contract/changes/drafts.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isNewTarget } from '../record/target-successors.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';

/** The applied state of a save. */
export interface AppliedOf {
  /** The current ID of its item. */
  readonly targetId: string;
  readonly state: unknown;
}

export interface PlaceOfSave {
  readonly key: DraftKey;
  /** The draft that it continues; undefined for a new one. */
  readonly stored: StoredDraft | undefined;
  /** If the draft that it continues was applied in the meantime: the resulting state on the tenant. */
  readonly applied: AppliedOf | undefined;
}

export interface KnownDrafts {
  readonly store: DraftStore;
  readonly currentId: (tenantId: string, id: string) => string;
  readonly appliedOf: (tenantId: string, kind: string, revision: number) => AppliedOf | undefined;
}

/**
 * Determines where a save belongs. A save may still be on its way while main applies the draft and its item gets a new ID: it
 * then belongs to the item under its current ID, and continues from what was applied. `revision` is the last save that the window
 * knows. Throws `draft-changed` if that would overwrite the text of another window.
 */
export function placeOfSave(known: KnownDrafts, key: DraftKey, revision: number | null): PlaceOfSave {
  const { store } = known;
  if (revision === null) return placeOfFirst(known, key);
  const seen = store.ofRevision(key.tenantId, key.kind, revision);
  if (seen !== undefined)
    return { key: { ...key, targetId: seen.targetId }, stored: seen, applied: undefined };
  const applied = known.appliedOf(key.tenantId, key.kind, revision);
  const place = { ...key, targetId: applied?.targetId ?? key.targetId };
  // It was applied or discarded in another window, so what is typed now is a new draft.
  requireNone(store, place);
  return { key: place, stored: undefined, applied };
}

function placeOfFirst({ store, currentId }: KnownDrafts, key: DraftKey): PlaceOfSave {
  // The ID of a draft may be used again, and has no past.
  const targetId = isNewTarget(key.targetId) ? key.targetId : currentId(key.tenantId, key.targetId);
  const place = { ...key, targetId };
  requireNone(store, place);
  return { key: place, stored: undefined, applied: undefined };
}

function requireNone(store: DraftStore, key: DraftKey): void {
  if (store.get(key) === undefined) return;
  throw failure(
    'draft-changed',
    'This draft was changed in another window. Both versions are saved: choose which one to continue with.',
  );
}
