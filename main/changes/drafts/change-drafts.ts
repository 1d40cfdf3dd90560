import type { DraftKey } from '../../../contract/changes/drafts.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftStates } from '../kind/change-kind.ts';
import type { DraftRef } from '../record/plan-record.ts';
import type { DraftRecordParts } from './draft-records.ts';
import { appliedOfSave, isOfRef, parseDraft, writeDraft } from './draft-records.ts';
import type { StoredDraft } from './draft-store.ts';
import { placeOfSave } from './order-of-save.ts';

/** A draft that a window sends to be saved. */
export type TypedDraft = DraftKey &
  DraftStates<unknown> & { readonly revision: number | null; readonly resolvesBase?: boolean | undefined };

/** The result of a change that was planned from a draft. */
export interface DraftEnd {
  readonly key: DraftKey;
  readonly ref: DraftRef;
  /** The state on the tenant now; null: the item was deleted. */
  readonly state: unknown;
}

/** Saves a typed draft under the current ID of its item and with its current base. */
export function saveTyped(
  parts: DraftRecordParts,
  { state, base, revision, resolvesBase = false, ...key }: TypedDraft,
): { readonly saved: StoredDraft; readonly base: unknown } {
  const { store, applied } = parts;
  const appliedOf = (tenantId: string, kind: string, saved: number) =>
    appliedOfSave(parts, tenantId, kind, saved);
  const place = placeOfSave({ store, currentId: applied.currentId, appliedOf }, key, revision);
  const { stored } = place;
  // The person's base stays unless they resolved a conflict; main changes it when one of their changes is applied.
  const storedBase = stored === undefined || resolvesBase ? base : parseDraft(parts, stored).base;
  const began = place.applied?.state ?? storedBase;
  const next = store.nextRevision();
  const content = { state, base: began, revision: next, began: stored?.began ?? next };
  return { saved: writeDraft(parts, place.key, content), base: began };
}

export function restoreDiscarded({ store, now }: DraftRecordParts, key: DraftKey): StoredDraft {
  if (store.get(key) !== undefined) {
    throw failure('draft-changed', 'There is a newer draft. Discard it first.');
  }
  const discarded = store.takeDiscarded(key);
  if (discarded === undefined) throw failure('not-found', 'There is no discarded draft to restore.');
  const next = store.nextRevision();
  const times = { revision: next, began: next, savedAt: now() };
  const restored = { ...key, ...discarded, ...times, error: undefined };
  store.put(restored);
  return restored;
}

/** False if the draft of the change no longer exists. */
export function closeAppliedDraft(parts: DraftRecordParts, { key, ref, state }: DraftEnd): boolean {
  const stored = parts.store.get(key);
  if (stored === undefined || !isOfRef(stored, ref)) return false;
  const { revision, began } = stored;
  if (revision === ref.revision || state === null) parts.store.remove(key);
  else writeDraft(parts, key, { state: parseDraft(parts, stored).state, base: state, revision, began });
  return true;
}

/** False if no draft continues from the change: there is none, or they contradict. */
export function followChange(
  parts: DraftRecordParts,
  key: DraftKey,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  isUnreadable: (stored: StoredDraft) => boolean,
): boolean {
  const kind = parts.kinds.find(key.kind);
  if (kind?.type !== 'item' || before === null || after === null) return false;
  const stored = parts.store.get(key);
  if (stored?.base == null || isUnreadable(stored)) return false;
  const { state, base } = parseDraft(parts, stored);
  if (!kind.isSame(base, before)) return false;
  const { merged, conflicts } = kind.merge({ base, theirs: after, mine: state });
  if (conflicts.size > 0) return false;
  const revision = parts.store.nextRevision();
  writeDraft(parts, key, { state: merged, base: after, revision, began: stored.began });
  return true;
}
