import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import type { OwnChange, SeenItem } from './compare-seen.ts';
import type { DriftStore } from './drift-store.ts';
import type { StoredOwnChange } from './own-changes.ts';
import type { StoredSeen } from './seen-items.ts';

export type KnownItem = SeenItem & Pick<StoredSeen, 'readAt'>;

/** Their states are read from disk only when they are used. */
export function seenItems(store: DriftStore, kind: RegisteredFollowed, tenantId: string): KnownItem[] {
  return store.seen(tenantId, kind.name).map(({ kindVersion, ...item }) => {
    let read: Pick<SeenItem, 'state' | 'isUnreadable'> | undefined;
    const known = (): Pick<SeenItem, 'state' | 'isUnreadable'> => {
      if (read !== undefined) return read;
      const { state, isDamaged } = store.seenState(tenantId, kind.name, item.targetId);
      const parsed = state === undefined ? undefined : readable(kind, state, kindVersion);
      read = { state: parsed, isUnreadable: isDamaged || (state !== undefined && parsed === undefined) };
      return read;
    };
    return {
      ...item,
      get state() {
        return known().state;
      },
      get isUnreadable() {
        return known().isUnreadable;
      },
    };
  });
}

/** Empty for a change of another version of Tenant Desk, because its effect isn't known then. */
export function readableOwn(
  kind: RegisteredFollowed,
  { kindVersion, ...change }: StoredOwnChange,
): OwnChange[] {
  const read = (state: unknown): unknown => (state === null ? null : readable(kind, state, kindVersion));
  const [before, after] = [read(change.before), read(change.after)];
  return before === undefined || after === undefined ? [] : [{ ...change, before, after }];
}

/** Undefined for a state of another version of Tenant Desk. */
function readable(kind: RegisteredFollowed, state: unknown, version: number): unknown {
  try {
    return kind.parse(state, version);
  } catch (error) {
    if (error instanceof DeskFailure && error.error.code === 'record-unreadable') return undefined;
    throw error;
  }
}
