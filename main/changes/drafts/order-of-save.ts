import type { DraftKey } from '../../../contract/changes/drafts.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isNewTarget } from '../record/target-successors.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';

/** Current on tenant of a save that was applied. */
export interface AppliedOf {
  /** Under which its thing is known now. */
  readonly targetId: string;
  readonly state: unknown;
}

export interface PlaceOfSave {
  readonly key: DraftKey;
  /** The draft that it goes on; undefined for a new one. */
  readonly stored: StoredDraft | undefined;
  /** Where what it goes on was applied meanwhile: what the tenant has since. */
  readonly applied: AppliedOf | undefined;
}

export interface KnownDrafts {
  readonly store: DraftStore;
  readonly currentId: (tenantId: string, id: string) => string;
  readonly appliedOf: (tenantId: string, kind: string, revision: number) => AppliedOf | undefined;
}

/**
 * Where a save belongs. What a window sends may be under way, or not sent yet, while main applies the draft and its thing
 * gets another identifier: it belongs to the thing as it is known now, and goes on from what was applied. `revision` is
 * the save that the window saw last. Throws `draft-changed` where another window's text stands there.
 */
export function placeOfSave(known: KnownDrafts, key: DraftKey, revision: number | null): PlaceOfSave {
  const { store } = known;
  if (revision === null) return placeOfFirst(known, key);
  const seen = store.ofRevision(key.tenantId, key.kind, revision);
  if (seen !== undefined)
    return { key: { ...key, targetId: seen.targetId }, stored: seen, applied: undefined };
  const applied = known.appliedOf(key.tenantId, key.kind, revision);
  const place = { ...key, targetId: applied?.targetId ?? key.targetId };
  // It was applied or discarded elsewhere: what is typed on is a draft of its own.
  requireNone(store, place);
  return { key: place, stored: undefined, applied };
}

function placeOfFirst({ store, currentId }: KnownDrafts, key: DraftKey): PlaceOfSave {
  // The identifier of a draft may be used again, and has no past.
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
