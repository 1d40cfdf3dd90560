import { z } from 'zod';
import type { Draft, DraftKey, DraftSummary } from '../../../contract/changes/drafts.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { DraftKind } from '../kind/kind-table.ts';
import type { DraftRef } from '../record/plan-record.ts';
import type { DraftEnd, TypedDraft } from './change-drafts.ts';
import { followChange, restoreDiscarded, saveTyped, closeAppliedDraft } from './change-drafts.ts';
import type { DraftRecordParts, ReadDraft } from './draft-records.ts';
import {
  appliedOfSave,
  isOfRef,
  kindOfDraft,
  parseDraft,
  parseText,
  requireDraft,
  requireDraftKind,
  writeDraft,
} from './draft-records.ts';
import type { StoredDraft } from './draft-store.ts';
import { createDraftSummaries } from './draft-summaries.ts';
import type { AppliedOf } from './order-of-save.ts';

export interface DraftServiceParts extends DraftRecordParts {
  readonly emit: Emit;
}

/** The result of a save. The item may have a new ID by now, and the base may be what was applied. */
export interface SavedDraft {
  readonly summary: DraftSummary;
  readonly base: unknown;
}

/** Saves what people type, and updates drafts when they are applied. */
export interface DraftService {
  /** Replaces credentials with placeholders; the credentials are in the vault when it resolves. */
  redact(draft: TypedDraft): Promise<TypedDraft>;
  /** Saves a draft unchanged: drafts that a person typed go through `redact` first. */
  save(draft: TypedDraft): SavedDraft;
  get(key: DraftKey): Draft | undefined;
  list(tenantId?: string): DraftSummary[];
  /** The applied state of a save; undefined for one that wasn't applied. */
  appliedOf(tenantId: string, kind: string, revision: number): AppliedOf | undefined;
  discard(key: DraftKey): void;
  restore(key: DraftKey): DraftSummary;
  /** For planning. Throws `not-found` and `record-unreadable`. */
  read(key: DraftKey): ReadDraft;
  /** What is stored, readable or not. */
  raw(key: DraftKey): StoredDraft | undefined;
  /** True if this is the draft that a plan was made from, whatever was typed in it since, and not a later one of the item. */
  holds(key: DraftKey, ref: DraftRef): boolean;
  /** Closes an applied draft or, if more was typed in the meantime, bases it on what the tenant has now. */
  closeApplied(end: DraftEnd): void;
  /** Applying it failed, for this reason. */
  noteError(key: DraftKey, error: DeskError): void;
  /** A conflict was resolved: the draft continues from the tenant version. */
  rebase(key: DraftKey, state: unknown, base: unknown): number;
  /** The item was changed with Tenant Desk: drafts that started before continue from there, unless they contradict. */
  followOwnChange(
    tenantId: string,
    kind: string,
    targetId: string,
    change: { readonly before: unknown; readonly after: unknown },
  ): void;
  moveTarget(tenantId: string, from: string, to: string): void;
  /** Notifies windows again of drafts that might lose nothing when discarded, because that may have changed. */
  notifyLosses(): void;
}

export function createDraftService(parts: DraftServiceParts): DraftService {
  const { store } = parts;
  const summaries = createDraftSummaries({
    kindOf: (name) => kindOfDraft(parts, name),
    parseText,
    check: (stored) => parseDraft(parts, stored),
  });

  /** Sends the new state of these drafts. The others aren't read: people type while there are a thousand of them. */
  function emitChanged(...keys: readonly DraftKey[]): void {
    const found = keys.map((key) => ({ key: draftKeyOf(key), stored: store.get(key) }));
    const changed = summaries.all(found.flatMap(({ stored }) => stored ?? []));
    const removed = found.flatMap(({ key, stored }) => (stored === undefined ? [key] : []));
    parts.emit('drafts.changed', { changed, removed });
  }

  return {
    async redact(draft) {
      const { kind, state, base } = draft;
      const redacted = await requireDraftKind(parts, kind).redactDraft?.({ state, base }, draft);
      return { ...draft, ...redacted };
    },
    save(draft) {
      const { saved, base } = saveTyped(parts, draft);
      const summary = summaries.one(saved);
      parts.emit('drafts.changed', { changed: [summary], removed: [] });
      return { summary, base };
    },
    appliedOf: (tenantId, kind, revision) => appliedOfSave(parts, tenantId, kind, revision),
    get(key) {
      const stored = store.get(key);
      if (stored === undefined) return undefined;
      const { state, base } = parseDraft(parts, stored);
      const read = { state: z.json().parse(state), base: z.json().nullable().parse(base) };
      return { ...summaries.heading(stored), ...read };
    },
    list: (tenantId) => summaries.all(store.list(tenantId)),
    discard(key) {
      store.discard(key, parts.now());
      emitChanged(key);
    },
    restore(key) {
      const restored = restoreDiscarded(parts, key);
      emitChanged(key);
      return summaries.one(restored);
    },
    read: (key) => parseDraft(parts, requireDraft(parts, key)),
    raw: (key) => store.get(key),
    holds: (key, ref) => isOfRef(store.get(key), ref),
    closeApplied(end) {
      if (closeAppliedDraft(parts, end)) emitChanged(end.key);
    },
    noteError(key, error) {
      store.noteError(key, error);
      emitChanged(key);
    },
    rebase(key, state, base) {
      const { began } = requireDraft(parts, key);
      const revision = store.nextRevision();
      writeDraft(parts, key, { state, base, revision, began });
      emitChanged(key);
      return revision;
    },
    followOwnChange(tenantId, kind, targetId, change) {
      const key = { tenantId, kind, targetId };
      const isUnreadable = (stored: StoredDraft): boolean => summaries.unreadable(stored) !== undefined;
      if (followChange(parts, key, change, isUnreadable)) emitChanged(key);
    },
    moveTarget(tenantId, from, to) {
      const moved = store.about(tenantId, from);
      store.moveTarget(tenantId, from, to);
      if (moved.length > 0) emitChanged(...moved, ...moved.map((draft) => ({ ...draft, targetId: to })));
    },
    notifyLosses() {
      const changed = summaries.all(store.ofKinds(kindsWithLosses(parts)));
      if (changed.length > 0) parts.emit('drafts.changed', { changed, removed: [] });
    },
  };
}

const kindsWithLosses = ({ localKinds, kinds }: DraftServiceParts): string[] =>
  [...localKinds.values(), ...kinds.itemKinds]
    .filter(({ losesNothing }: DraftKind) => losesNothing !== undefined)
    .map(({ name }) => name);

const draftKeyOf = ({ tenantId, kind, targetId }: DraftKey): DraftKey => ({ tenantId, kind, targetId });
