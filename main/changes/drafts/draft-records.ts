import { z } from 'zod';
import type { DraftKey } from '../../../contract/changes/drafts.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import type { DraftKind, DraftKinds, KindTable } from '../kind/kind-table.ts';
import type { AppliedDrafts } from '../record/applied-drafts.ts';
import type { DraftRef } from '../record/plan-record.ts';
import type { TargetSuccessors } from '../record/target-successors.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';
import type { AppliedOf } from './order-of-save.ts';

export interface DraftRecordParts {
  readonly store: DraftStore;
  readonly kinds: KindTable;
  /** Kinds of drafts that are never sent to a tenant. */
  readonly localKinds: DraftKinds;
  /** Applied drafts, and the current IDs of their items. */
  readonly applied: Pick<AppliedDrafts, 'appliedDraft'> & Pick<TargetSuccessors, 'currentId'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A draft whose states are checked by its kind. */
export interface ReadDraft {
  readonly state: unknown;
  readonly base: unknown;
  readonly revision: number;
}

export function kindOfDraft({ kinds, localKinds }: DraftRecordParts, name: string): DraftKind | undefined {
  const kind = kinds.find(name);
  return kind?.type === 'item' ? kind : localKinds.get(name);
}

export function requireDraftKind(parts: DraftRecordParts, name: string): DraftKind {
  const kind = kindOfDraft(parts, name);
  if (kind !== undefined) return kind;
  throw failure(
    'record-unreadable',
    `This version of Tenant Desk doesn’t support drafts of the kind “${name}”.`,
  );
}

/** Throws `record-unreadable`. */
export function parseDraft(
  parts: DraftRecordParts,
  { kind, kindVersion, ...stored }: StoredDraft,
): ReadDraft {
  const parse = (text: string): unknown => requireDraftKind(parts, kind).parse(parseText(text), kindVersion);
  const { state, base, revision } = stored;
  return { state: parse(state), base: base === null ? null : parse(base), revision };
}

export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure('record-unreadable', 'This draft is damaged (invalid JSON). It was left unchanged.', {
      cause,
    });
  }
}

export function requireDraft({ store }: DraftRecordParts, key: DraftKey): StoredDraft {
  const stored = store.get(key);
  if (stored !== undefined) return stored;
  throw failure('not-found', 'This draft no longer exists: it was applied or discarded.');
}

export function writeDraft(
  parts: DraftRecordParts,
  { tenantId, kind: kindName, targetId }: DraftKey,
  content: ReadDraft & { readonly began: number },
): StoredDraft {
  const { revision, began } = content;
  const kind = requireDraftKind(parts, kindName);
  const state = parseTyped(kind, content.state);
  const base = content.base === null ? null : kind.parse(content.base, kind.version);
  const draft: StoredDraft = {
    ...{ tenantId, kind: kindName, targetId, kindVersion: kind.version },
    title: kind.draftTitle(state),
    state: JSON.stringify(state),
    base: base === null ? null : JSON.stringify(base),
    ...{ revision, began, savedAt: parts.now(), error: undefined },
  };
  parts.store.put(draft);
  return draft;
}

/** A draft from a window has the current version, so a problem of it is reported as invalid input. */
function parseTyped(kind: DraftKind, state: unknown): unknown {
  try {
    return kind.parse(state, kind.version);
  } catch (error) {
    if (error instanceof DeskFailure && error.cause instanceof z.ZodError) throw invalidInput(error.cause);
    throw error;
  }
}

/** The applied state of a save; undefined for one that wasn't applied. */
export function appliedOfSave(
  parts: DraftRecordParts,
  tenantId: string,
  kindName: string,
  savedRevision: number,
): AppliedOf | undefined {
  const applied = parts.applied.appliedDraft(tenantId, kindName, savedRevision);
  if (applied === undefined) return undefined;
  const { targetId, state, kindVersion } = applied;
  return { targetId, state: requireDraftKind(parts, kindName).parse(state, kindVersion) };
}

/** A later draft of the same item started after every save of this one. */
export function isOfRef(stored: StoredDraft | undefined, { revision }: DraftRef): stored is StoredDraft {
  return stored !== undefined && stored.began <= revision;
}
