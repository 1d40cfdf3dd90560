import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { ComparedItem } from '../kind/compared.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import { compareSeen } from './compare-seen.ts';
import type { Difference, LiveItem, OwnChange } from './compare-seen.ts';
import type { DriftRound } from './drift-round.ts';
import type { DriftStore } from './drift-store.ts';
import type { StoredSeen } from './seen-items.ts';
import { whoChanged } from './events-by-item.ts';
import type { KnownItem } from './seen-states.ts';
import { readableOwn } from './seen-states.ts';

export interface NoteParts {
  readonly store: DriftStore;
  readonly sessions: SessionDirectory;
  /** The current ID of an item. */
  readonly currentId: (tenantId: string, id: string) => string;
}

/** The items of a kind that were read. */
export interface ReadItems {
  readonly round: DriftRound;
  readonly items: readonly ComparedItem[];
  readonly records: ReadonlyMap<string, unknown>;
  /** Items that were requested now, readable or not, and those of the whole round. */
  readonly isRead: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly readAt: number;
  readonly keyId: string;
  readonly seen: readonly KnownItem[];
  readonly isFirst: boolean;
}

/** Compares the current items of a kind with the seen ones, and stores the differences. */
export function noteKind(parts: NoteParts, kind: RegisteredFollowed, read: ReadItems): void {
  const { store } = parts;
  const { round, isRead, readAt, keyId } = read;
  const live = liveItems(kind, read);
  const isNotReadable = ({ targetId, state }: LiveItem): boolean =>
    isRead.has(targetId) ? state === undefined : !read.done.has(targetId);
  const look = {
    ...{ kind: kind.name, readAt, notCompared: live.filter(isNotReadable).length },
    unreadable: countUnreadable(parts, kind, read),
  };
  const asSeen = ({ targetId, name, about, state }: LiveItem): StoredSeen => ({
    ...{ targetId, name, about, state, keyId, kindVersion: kind.version, seenAt: readAt },
    readAt: isRead.has(targetId) ? readAt : 0,
  });
  const shared = {
    ...{ look, compared: [...isRead] },
    notRead: new Set(live.flatMap(({ targetId }) => (isRead.has(targetId) ? [] : [targetId]))),
  };
  if (read.isFirst) {
    store.note(round.tenant.id, { ...shared, drifts: [], seen: live.map(asSeen), forgotten: [] });
    return;
  }
  const { differences, adopted, forgotten } = compareKind(parts, kind, read, live);
  const drifts = driftsOf(parts, kind, read, differences);
  store.note(round.tenant.id, { ...shared, drifts, seen: adopted.map(asSeen), forgotten });
}

function liveItems(
  kind: RegisteredFollowed,
  { round: { tenant }, items, records, keyId }: ReadItems,
): LiveItem[] {
  const where = { tenant, other: tenant, as: tenant };
  return items.map((item) => {
    const record = records.get(item.id);
    const isReadable = record !== undefined && kind.compared.isReadable(record);
    return {
      ...{ targetId: item.id, name: item.name, about: item.variant, changed: item.changed, keyId },
      state: isReadable ? kind.compared.stateOf(record, where) : undefined,
    };
  });
}

/** Counts those of the whole round. */
function countUnreadable(
  { currentId }: NoteParts,
  kind: RegisteredFollowed,
  { round, isRead, seen }: ReadItems,
): number {
  const unreadable = round.unreadable.get(kind.name) ?? new Set<string>();
  round.unreadable.set(kind.name, unreadable);
  for (const item of seen) {
    const id = currentId(round.tenant.id, item.targetId);
    if (isRead.has(id) && item.isUnreadable) unreadable.add(id);
  }
  return unreadable.size;
}

function compareKind(
  { store, currentId }: NoteParts,
  kind: RegisteredFollowed,
  { round: { tenant, events }, seen, readAt }: ReadItems,
  live: readonly LiveItem[],
) {
  const stored = store.ownChanges(tenant.id, store.oldestSeen(tenant.id) ?? readAt);
  return compareSeen({
    ...{ kind, seen, live },
    own: (stored.get(kind.name) ?? []).flatMap((change) => readableOwn(kind, change)),
    currentId: (id) => currentId(tenant.id, id),
    isNamed: (targetId) => events.about(kind.compared.eventSubject(targetId)).length > 0,
    isWithAnother: comesWithAnother(store, kind, tenant.id, stored),
  });
}

/** Items that belong to an added or removed item are reported with that item, whose kind comes earlier in the table. */
function comesWithAnother(
  store: DriftStore,
  kind: RegisteredFollowed,
  tenantId: string,
  own: ReadonlyMap<string, readonly OwnChange[]>,
): (targetId: string) => boolean {
  const outer = kind.compared.within?.kind;
  if (outer === undefined) return () => false;
  const moved = new Set([
    ...store
      .drifts(tenantId)
      .flatMap((drift) => (drift.kind === outer && drift.difference !== 'changed' ? [drift.targetId] : [])),
    ...(own.get(outer) ?? []).flatMap(({ verb, targetId }) => (verb === 'update' ? [] : [targetId])),
  ]);
  return (targetId) => {
    const subject = kind.compared.eventSubject(targetId);
    return subject?.id != null && moved.has(subject.id);
  };
}

function driftsOf(
  { sessions }: NoteParts,
  { compared, version }: RegisteredFollowed,
  { round: { tenant, events }, readAt, keyId }: ReadItems,
  differences: readonly Difference[],
) {
  const session = sessions.status(tenant.id);
  const ownId = session.state === 'signed-in' ? session.user.subject : '';
  return differences.map((found) => {
    const { difference, targetId, seenId, name, about, summary, before, after, seenAt } = found;
    return {
      ...{ difference, targetId, seenId, name, about, summary, before, after },
      ...{ kindVersion: version, keyId, seenAt: seenAt ?? readAt },
      ...whoChanged(found, events.about(compared.eventSubject(targetId)), ownId),
    };
  });
}
