import type { VersionSource } from '../../../contract/changes/versions.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import type { VersionStore, VersionTarget } from './version-store.ts';

/** What is asked of a kind whose versions are kept; every registered kind is one. */
export interface VersionedKind {
  readonly name: string;
  readonly version: number;
  /** Throws `record-unreadable`. */
  parse(state: unknown, version: number): unknown;
  /** With the same line ends, too. */
  isIdentical(one: unknown, other: unknown): boolean;
}

/** A thing, and where it is. */
export interface VersionOwner {
  readonly tenantId: string;
  readonly targetId: string;
}

/** A state that was put into a tenant. */
export interface AppliedVersion {
  readonly state: unknown;
  readonly isUndo: boolean;
  readonly author: string;
  readonly planId: string;
}

/**
 * Notes what becomes known of things, each state once for as long as it stays. Of the states that were on the tenant
 * only what differs from the newest of them is a version of its own.
 */
export interface VersionRecorder {
  /** Read from the tenant. `author`: who the tenant says put it there. Nobody's work fails with a disk that fails. */
  noteSeen(kind: VersionedKind, owner: VersionOwner, state: unknown, author?: string): void;
  noteApplied(kind: VersionedKind, owner: VersionOwner, applied: AppliedVersion): void;
  /** What was never on the tenant, and has to be found again. */
  keep(kind: VersionedKind, owner: VersionOwner, state: unknown, source: 'draft' | 'folder'): void;
}

const ofTenant: readonly VersionSource[] = ['applied', 'undone', 'seen'];

export interface VersionRecorderParts {
  readonly store: VersionStore;
  readonly tryTo: BestEffort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createVersionRecorder({ store, tryTo, now }: VersionRecorderParts): VersionRecorder {
  /** The newest version of these sources, where it is of this very state. */
  function standing(
    kind: VersionedKind,
    target: VersionTarget,
    state: unknown,
    sources: readonly VersionSource[],
  ) {
    const newest = store.newest(target, sources);
    if (newest === undefined) return undefined;
    // Most often the very text that was kept: then there is nothing to read and compare.
    if (newest.kindVersion === kind.version && newest.state === JSON.stringify(state)) return newest;
    try {
      const known = kind.parse(JSON.parse(newest.state), newest.kindVersion);
      return kind.isIdentical(known, state) ? newest : undefined;
    } catch (error) {
      // One of another version of the desk is no reason to note nothing any more.
      if (error instanceof DeskFailure && error.code === 'record-unreadable') return undefined;
      throw error;
    }
  }

  const targetOf = (kind: VersionedKind, owner: VersionOwner): VersionTarget => ({
    tenantId: owner.tenantId,
    kind: kind.name,
    targetId: owner.targetId,
  });
  const stored = (kind: VersionedKind, state: unknown) => ({
    kindVersion: kind.version,
    state: JSON.stringify(state),
  });

  return {
    noteSeen(kind, owner, state, author = '') {
      tryTo(() => {
        const target = targetOf(kind, owner);
        if (standing(kind, target, state, ofTenant) !== undefined) return;
        store.add(target, { ...stored(kind, state), source: 'seen', author, notedAt: now(), planId: null });
      });
    },
    noteApplied(kind, owner, { state, isUndo, author, planId }) {
      const target = targetOf(kind, owner);
      const source = isUndo ? 'undone' : 'applied';
      const origin = { source, author, notedAt: now(), planId } as const;
      const known = standing(kind, target, state, ofTenant);
      // A look at the tenant between the request and its answer has seen it already.
      if (known?.source === 'seen') store.restate(known.id, origin);
      else store.add(target, { ...stored(kind, state), ...origin });
    },
    keep(kind, owner, state, source) {
      const target = targetOf(kind, owner);
      if (standing(kind, target, state, [source]) !== undefined) return;
      store.add(target, { ...stored(kind, state), source, author: '', notedAt: now(), planId: null });
    },
  };
}
