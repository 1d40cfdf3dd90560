import { z } from 'zod';
import type { Draft, DraftKey, DraftSummary } from '../../../contract/changes/drafts.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import { failure } from '../../platform/errors/failure.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import type { DraftStates } from '../kind/change-kind.ts';
import type { DraftKind, DraftKinds } from '../kind/kind-table.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { AppliedDrafts } from '../record/applied-drafts.ts';
import type { DraftRef } from '../record/plan-record.ts';
import type { TargetSuccessors } from '../record/target-successors.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';
import { createDraftSummaries } from './draft-summaries.ts';
import type { AppliedOf } from './place-of-save.ts';
import { placeOfSave } from './place-of-save.ts';

export interface DraftServiceParts {
  readonly store: DraftStore;
  readonly kinds: KindTable;
  /** Drafts of what never goes to a tenant. */
  readonly localKinds: DraftKinds;
  /** What became of drafts that were applied, and of the things that they are of. */
  readonly applied: Pick<AppliedDrafts, 'appliedDraft'> & Pick<TargetSuccessors, 'currentId'>;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A draft whose states are checked by its kind. */
export interface ReadDraft {
  readonly state: unknown;
  readonly base: unknown;
  readonly revision: number;
}

/** What became of a change that a draft was planned from. */
export interface DraftEnd {
  readonly key: DraftKey;
  readonly ref: DraftRef;
  /** What the tenant has now; null: the thing is gone. */
  readonly state: unknown;
}

/** What a window sends to be saved. */
export type TypedDraft = DraftKey &
  DraftStates<unknown> & { readonly revision: number | null; readonly settlesBase?: boolean | undefined };

/** What is kept of what a window sent. Its thing may be known under another identifier by now, and be based on what was applied. */
export interface SavedDraft {
  readonly summary: DraftSummary;
  readonly base: unknown;
}

/** Keeps what people type, and follows it through being applied. */
export interface DraftService {
  /** With placeholders in the place of credentials, which are in the vault when it returns. */
  conceal(draft: TypedDraft): Promise<TypedDraft>;
  /** Writes it as it is: what a person typed goes through `conceal` first. */
  save(draft: TypedDraft): SavedDraft;
  get(key: DraftKey): Draft | undefined;
  list(tenantId?: string): DraftSummary[];
  /** What the tenant has of a save that was applied; undefined for one that was not. */
  appliedOf(tenantId: string, kind: string, revision: number): AppliedOf | undefined;
  discard(key: DraftKey): void;
  restore(key: DraftKey): DraftSummary;
  /** For planning. Throws `not-found` and `record-unreadable`. */
  read(key: DraftKey): ReadDraft;
  /** What is stored, readable or not. */
  raw(key: DraftKey): StoredDraft | undefined;
  /** True where this is the draft that a plan was made of, whatever was typed in it since: not a later one of the thing. */
  holds(key: DraftKey, ref: DraftRef): boolean;
  /** Applied: closed, or, where more was typed meanwhile, going on from what the tenant has now. */
  settle(end: DraftEnd): void;
  /** Applying it failed, for this reason. */
  noteError(key: DraftKey, error: DeskError): void;
  /** A conflict was settled: the person goes on from what the tenant has. */
  rebase(key: DraftKey, state: unknown, base: unknown): number;
  /** The thing was changed by this desk: drafts that began before go on from there, where nothing contradicts. */
  followOwnChange(
    tenantId: string,
    kind: string,
    targetId: string,
    change: { readonly before: unknown; readonly after: unknown },
  ): void;
  moveTarget(tenantId: string, from: string, to: string): void;
  /** Windows hear again of drafts with which nothing may be lost: it may be another one by now. */
  tellLosses(): void;
}

export function createDraftService(parts: DraftServiceParts): DraftService {
  const { store, now } = parts;
  function kindOf(name: string): DraftKind | undefined {
    const kind = parts.kinds.find(name);
    return kind?.type === 'thing' ? kind : parts.localKinds.get(name);
  }

  function requireKind(name: string): DraftKind {
    const kind = kindOf(name);
    if (kind !== undefined) return kind;
    throw failure('record-unreadable', `This version of Tenant Desk knows no drafts of the kind “${name}”.`);
  }

  function appliedOf(tenantId: string, kindName: string, revision: number): AppliedOf | undefined {
    const applied = parts.applied.appliedDraft(tenantId, kindName, revision);
    if (applied === undefined) return undefined;
    const { targetId, state, kindVersion } = applied;
    return { targetId, state: requireKind(kindName).parse(state, kindVersion) };
  }

  const parse = (stored: StoredDraft, text: string): unknown =>
    requireKind(stored.kind).parse(parseText(text), stored.kindVersion);

  function parseStored(stored: StoredDraft): ReadDraft {
    const { state, base, revision } = stored;
    return {
      state: parse(stored, state),
      base: base === null ? null : parse(stored, base),
      revision,
    };
  }

  const kindsWithLosses = [...parts.localKinds.values(), ...parts.kinds.things]
    .filter(({ losesNothing }: DraftKind) => losesNothing !== undefined)
    .map(({ name }) => name);
  const summaries = createDraftSummaries({ kindOf, parseText, check: parseStored });

  /** What became of these drafts. The others are not read: people type while there are a thousand. */
  function tell(...keys: readonly DraftKey[]): void {
    const found = keys.map((key) => ({ key: draftKeyOf(key), stored: store.get(key) }));
    parts.emit('drafts.changed', {
      changed: summaries.all(found.flatMap(({ stored }) => stored ?? [])),
      removed: found.flatMap(({ key, stored }) => (stored === undefined ? [key] : [])),
    });
  }

  function write(
    key: DraftKey,
    content: {
      readonly state: unknown;
      readonly base: unknown;
      readonly revision: number;
      readonly began: number;
    },
  ): StoredDraft {
    const kind = requireKind(key.kind);
    const state = typed(kind, content.state);
    const base = content.base === null ? null : kind.parse(content.base, kind.version);
    const draft = {
      tenantId: key.tenantId,
      kind: key.kind,
      targetId: key.targetId,
      kindVersion: kind.version,
      title: kind.draftTitle(state),
      state: JSON.stringify(state),
      base: base === null ? null : JSON.stringify(base),
      revision: content.revision,
      began: content.began,
      savedAt: now(),
      error: undefined,
    };
    store.put(draft);
    return draft;
  }

  /** What a window sends was written by no other version: what is wrong with it is said. */
  function typed(kind: DraftKind, state: unknown): unknown {
    try {
      return kind.parse(state, kind.version);
    } catch (error) {
      if (error instanceof DeskFailure && error.cause instanceof z.ZodError) throw invalidInput(error.cause);
      throw error;
    }
  }

  function existing(key: DraftKey): StoredDraft {
    const stored = store.get(key);
    if (stored !== undefined) return stored;
    throw failure('not-found', 'This draft is no longer there: it was applied or discarded.');
  }

  return {
    conceal: async (draft) => ({
      ...draft,
      ...(await requireKind(draft.kind).concealDraft?.({ state: draft.state, base: draft.base }, draft)),
    }),
    save({ state, base, revision, settlesBase = false, ...key }) {
      const place = placeOfSave({ store, currentId: parts.applied.currentId, appliedOf }, key, revision);
      const { stored } = place;
      // What the person began with stays what it was, unless they settled it; main moves it when something of theirs was applied.
      const kept = stored === undefined || settlesBase ? base : parseStored(stored).base;
      const began = place.applied?.state ?? kept;
      const next = store.nextRevision();
      const saved = write(place.key, { state, base: began, revision: next, began: stored?.began ?? next });
      const summary = summaries.one(saved);
      parts.emit('drafts.changed', { changed: [summary], removed: [] });
      return { summary, base: began };
    },
    appliedOf,
    get(key) {
      const stored = store.get(key);
      if (stored === undefined) return undefined;
      const { state, base } = parseStored(stored);
      return {
        ...summaries.heading(stored),
        state: z.json().parse(state),
        base: z.json().nullable().parse(base),
      };
    },
    list: (tenantId) => summaries.all(store.list(tenantId)),
    discard(key) {
      store.discard(key, now());
      tell(key);
    },
    restore(key) {
      if (store.get(key) !== undefined) {
        throw failure('draft-changed', 'There is a newer draft of this. Discard it first.');
      }
      const discarded = store.takeDiscarded(key);
      if (discarded === undefined) throw failure('not-found', 'There is no discarded draft to bring back.');
      const next = store.nextRevision();
      const restored = {
        ...key,
        ...discarded,
        revision: next,
        began: next,
        savedAt: now(),
        error: undefined,
      };
      store.put(restored);
      tell(key);
      return summaries.one(restored);
    },
    read: (key) => parseStored(existing(key)),
    raw: (key) => store.get(key),
    holds: (key, ref) => isOf(store.get(key), ref),
    settle({ key, ref, state }) {
      const stored = store.get(key);
      if (stored === undefined || !isOf(stored, ref)) return;
      if (stored.revision === ref.revision || state === null) store.remove(key);
      else
        write(key, {
          state: parseStored(stored).state,
          base: state,
          revision: stored.revision,
          began: stored.began,
        });
      tell(key);
    },
    noteError(key, error) {
      store.noteError(key, error);
      tell(key);
    },
    rebase(key, state, base) {
      const { began } = existing(key);
      const revision = store.nextRevision();
      write(key, { state, base, revision, began });
      tell(key);
      return revision;
    },
    followOwnChange(tenantId, kindName, targetId, { before, after }) {
      const kind = parts.kinds.find(kindName);
      if (kind?.type !== 'thing' || before === null || after === null) return;
      const key = { tenantId, kind: kindName, targetId };
      const stored = store.get(key);
      if (stored?.base == null || summaries.unreadable(stored) !== undefined) return;
      const { state, base } = parseStored(stored);
      if (!kind.isSame(base, before)) return;
      const { merged, conflicts } = kind.merge({ base, theirs: after, mine: state });
      if (conflicts.size > 0) return;
      write(key, { state: merged, base: after, revision: store.nextRevision(), began: stored.began });
      tell(key);
    },
    moveTarget(tenantId, from, to) {
      const moved = store.about(tenantId, from);
      store.moveTarget(tenantId, from, to);
      if (moved.length > 0) tell(...moved, ...moved.map((draft) => ({ ...draft, targetId: to })));
    },
    tellLosses() {
      const changed = summaries.all(store.ofKinds(kindsWithLosses));
      if (changed.length > 0) parts.emit('drafts.changed', { changed, removed: [] });
    },
  };
}

const draftKeyOf = ({ tenantId, kind, targetId }: DraftKey): DraftKey => ({ tenantId, kind, targetId });

/** A later draft of the same thing began after every save of this one. */
function isOf(stored: StoredDraft | undefined, { revision }: DraftRef): stored is StoredDraft {
  return stored !== undefined && stored.began <= revision;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure('record-unreadable', 'This draft is damaged: it is no JSON. It is kept as it is.', {
      cause,
    });
  }
}
