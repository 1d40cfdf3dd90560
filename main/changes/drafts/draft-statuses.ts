import type { AppliedDraft, DraftKey, DraftStatus, DraftSummary } from '../../../contract/changes/drafts.ts';
import { appliedStatusMs } from '../../../contract/changes/drafts.ts';
import type { ReadCached } from '../kind/change-kind.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredItemKind } from '../kind/registered-kind.ts';
import type { AppliedDrafts } from '../record/applied-drafts.ts';
import type { ReadDraft } from './draft-records.ts';
import type { DraftService } from './draft-service.ts';

export interface StatusSources {
  readonly drafts: Pick<DraftService, 'list' | 'read'>;
  readonly kinds: KindTable;
  readonly applied: Pick<AppliedDrafts, 'draftsAppliedSince'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type DraftStatusOf = Omit<DraftStatus, keyof DraftKey | 'revision' | 'appliedAt'>;

/**
 * The status of every readable draft compared with the cached data of its tenant, and the drafts applied a short time ago. Uses
 * the offline copies, so it works at any time and costs no request, however many drafts there are.
 */
export function draftStatuses({ drafts, kinds, applied, now }: StatusSources): {
  drafts: DraftStatus[];
  applied: AppliedDraft[];
} {
  const recent = applied.draftsAppliedSince(now() - appliedStatusMs);
  const cachedOf = createCachedReads();
  const readable = drafts.list().filter(({ unreadable }) => unreadable === undefined);
  const statuses = readable.map((draft) => {
    const { tenantId, kind: kindName, targetId, revision } = draft;
    const kind = kinds.find(kindName);
    const status =
      kind?.type === 'item'
        ? draftStatusOf(kind, drafts.read(draft), cachedOf(kind, tenantId)(targetId))
        : { ...localOnly, state: draft.losesNothing ? ('clean' as const) : ('changed' as const) };
    const before = recent.find((one) => isSame(one, draft));
    return {
      ...{ tenantId, kind: kindName, targetId, revision, ...status },
      ...(before === undefined ? {} : { appliedAt: before.appliedAt }),
    };
  });
  return { drafts: statuses, applied: withoutRemains(recent, readable) };
}

/** A draft that is never sent to a tenant has nothing to be compared with. */
const localOnly: Omit<DraftStatusOf, 'state'> = { changes: [], conflicts: [], comparedWith: null };

/** Reads the offline copies of a kind in a tenant once, however many drafts there are of it. */
function createCachedReads() {
  const reads = new Map<string, ReadCached<unknown>>();
  return (kind: RegisteredItemKind, tenantId: string): ReadCached<unknown> => {
    const key = `${kind.name}\n${tenantId}`;
    const known = reads.get(key) ?? kind.cached(tenantId);
    reads.set(key, known);
    return known;
  };
}

function draftStatusOf(
  kind: RegisteredItemKind,
  { state: mine, base }: ReadDraft,
  cached: ReturnType<ReadCached<unknown>>,
): DraftStatusOf {
  const labels = (names: Iterable<string>): string[] => [...names].map((name) => kind.labelOf(name));
  if (base === null) return { state: 'changed', changes: [], conflicts: [], comparedWith: null };
  if (cached === undefined) {
    const changes = labels(kind.differing(base, mine));
    return { state: changes.length > 0 ? 'changed' : 'clean', changes, conflicts: [], comparedWith: null };
  }
  const { state: theirs, fetchedAt: comparedWith } = cached;
  if (theirs === null) return { state: 'conflict', changes: [], conflicts: [], comparedWith };
  const { merged, conflicts } = kind.merge({ base, theirs, mine });
  const changes = labels(kind.differing(theirs, merged));
  const state = changes.length === 0 ? 'clean' : conflicts.size > 0 ? 'conflict' : 'changed';
  return { state, changes, conflicts: state === 'conflict' ? labels(conflicts.keys()) : [], comparedWith };
}

/** Each item once, without those that still have a draft. */
function withoutRemains(
  recent: ReturnType<AppliedDrafts['draftsAppliedSince']>,
  drafts: readonly DraftSummary[],
): AppliedDraft[] {
  return recent
    .filter((one, index) => recent.findIndex((other) => isSame(one, other)) === index)
    .filter((one) => !drafts.some((draft) => isSame(one, draft)));
}

function isSame(one: DraftKey, other: DraftKey): boolean {
  return one.tenantId === other.tenantId && one.kind === other.kind && one.targetId === other.targetId;
}
