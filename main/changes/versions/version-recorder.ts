import type { VersionSource } from '../../../contract/changes/versions.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import type { VersionStore, VersionTarget } from './version-store.ts';

/** The members of a kind that versions need; every registered kind has them. */
export interface VersionedKind {
  readonly name: string;
  readonly version: number;
  /** Throws `record-unreadable`. */
  parse(state: unknown, version: number): unknown;
  /** Compares line ends as well. */
  isIdentical(one: unknown, other: unknown): boolean;
}

/** An item and its tenant. */
export interface VersionOwner {
  readonly tenantId: string;
  readonly targetId: string;
}

/** A state that was applied to a tenant. */
export interface AppliedVersion {
  readonly state: unknown;
  readonly isUndo: boolean;
  readonly author: string;
  readonly planId: string;
}

/**
 * Stores states of items when they become known, each once until it changes. A state from the tenant
 * becomes a separate version only if it differs from the newest one.
 */
export interface VersionRecorder {
  /** For a state read from the tenant. `author`: who set it, according to the tenant. Never throws if the disk fails. */
  noteSeen(kind: VersionedKind, owner: VersionOwner, state: unknown, author?: string): void;
  noteApplied(kind: VersionedKind, owner: VersionOwner, applied: AppliedVersion): void;
  /** For a state that was never on the tenant, and must not get lost. */
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
  /** The newest version of these sources, if it has the same state. */
  function currentVersion(
    kind: VersionedKind,
    target: VersionTarget,
    state: unknown,
    sources: readonly VersionSource[],
  ) {
    const newest = store.newest(target, sources);
    if (newest === undefined) return undefined;
    // Usually the stored text is identical, and needs no parsing.
    if (newest.kindVersion === kind.version && newest.state === JSON.stringify(state)) return newest;
    try {
      const known = kind.parse(JSON.parse(newest.state), newest.kindVersion);
      return kind.isIdentical(known, state) ? newest : undefined;
    } catch (error) {
      // A version from another release of Tenant Desk is no reason to stop storing new ones.
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
        if (currentVersion(kind, target, state, ofTenant) !== undefined) return;
        store.add(target, { ...stored(kind, state), source: 'seen', author, notedAt: now(), planId: null });
      });
    },
    noteApplied(kind, owner, { state, isUndo, author, planId }) {
      const target = targetOf(kind, owner);
      const source = isUndo ? 'undone' : 'applied';
      const origin = { source, author, notedAt: now(), planId } as const;
      const known = currentVersion(kind, target, state, ofTenant);
      // A read of the tenant between the request and its response has already stored it.
      if (known?.source === 'seen') store.restate(known.id, origin);
      else store.add(target, { ...stored(kind, state), ...origin });
    },
    keep(kind, owner, state, source) {
      const target = targetOf(kind, owner);
      if (currentVersion(kind, target, state, [source]) !== undefined) return;
      store.add(target, { ...stored(kind, state), source, author: '', notedAt: now(), planId: null });
    },
  };
}
