import type { RegisteredComparable } from '../kind/registered-comparable.ts';
import type { RegisteredItemKind } from '../kind/registered-kind.ts';
import { nameKey } from '../kind/retarget.ts';

/** The members of a kind that are needed to compare two states of a tenant. */
export type ComparedItemKind = Pick<RegisteredItemKind, 'isSame' | 'merge' | 'summarize'> & {
  readonly compared: Pick<RegisteredComparable, 'isOfBoth' | 'isAbsent' | 'withUnreadableOf'>;
};

/** An item of a tenant at some time. `state` is undefined if it wasn't read. */
export interface AnyItem {
  readonly targetId: string;
  readonly name: string;
  /** What distinguishes it besides its name, such as its template; empty for nothing. */
  readonly about: string;
  readonly state: unknown;
}

/** An item as a person has seen it. */
export interface SeenItem extends AnyItem {
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
  /** The key that its secrets were hidden with; empty if unknown. */
  readonly keyId: string;
  /** True if its stored state can't be read here. It is left unchanged, and nothing is compared with it. */
  readonly isUnreadable: boolean;
}

export interface LiveItem extends AnyItem {
  /** The key that its secrets are hidden with; empty if there are none. */
  readonly keyId: string;
  readonly changed?: { readonly by: string; readonly at: number | null } | undefined;
}

/** A change that was applied with Tenant Desk. */
export interface OwnChange {
  readonly verb: 'create' | 'update' | 'delete';
  /** The IDs before and after it; after a delete, the former one. */
  readonly fromId: string;
  readonly targetId: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An item that differs from what was seen, and not because of changes applied with Tenant Desk. */
export interface Difference {
  readonly difference: 'added' | 'removed' | 'changed';
  /** The current ID; for a removed item, the last one. */
  readonly targetId: string;
  /** The ID under which it was seen; the same unless someone replaced it. */
  readonly seenId: string;
  readonly name: string;
  readonly about: string;
  /** `name, script +4 −2 lines`; empty if the differences aren't known. */
  readonly summary: string;
  /** What was seen, including own changes since then; null if it didn't exist, or isn't known. */
  readonly before: unknown;
  /** Null if it doesn't exist. */
  readonly after: unknown;
  /** Null for an item that was never seen. */
  readonly seenAt: number | null;
  readonly changed: LiveItem['changed'];
}

export interface SeenComparison {
  readonly differences: readonly Difference[];
  /** Items that changed only because of own changes: no one has to look at them. */
  readonly adopted: readonly LiveItem[];
  /** IDs that no longer refer to anything because of own changes. */
  readonly forgotten: readonly string[];
}

export interface Comparing {
  readonly kind: ComparedItemKind;
  readonly seen: readonly SeenItem[];
  /** All current items; those that weren't read now have no state. */
  readonly live: readonly LiveItem[];
  /** Own changes of this kind and tenant, in order. */
  readonly own: readonly OwnChange[];
  /** The current ID of an item. */
  readonly currentId: (id: string) => string;
  /** True for items that the tenant's events name: one that was never read is then reported as changed. */
  readonly isNamed: (targetId: string) => boolean;
  /** True for items that were added or removed together with another one, which is reported itself. */
  readonly isWithAnother?: (targetId: string) => boolean;
}

/**
 * The items of a kind that differ from what was seen. Own changes aren't differences, and don't hide changes by others to other
 * parts of the same item.
 */
export function compareSeen(comparing: Comparing): SeenComparison {
  const { kind, seen, live, own, currentId } = comparing;
  const { isWithAnother = () => false } = comparing;
  const seenById = new Map(seen.map((item) => [currentId(item.targetId), item]));
  const ownById = Map.groupBy(own, ({ targetId }) => currentId(targetId));
  const liveIds = new Set(live.map(({ targetId }) => targetId));
  const differences: Difference[] = [];
  const adopted: LiveItem[] = [];
  const forgotten: string[] = [];
  const added: LiveItem[] = [];
  const removed: SeenItem[] = [];

  for (const item of live) {
    const before = seenById.get(item.targetId);
    const changes = ownById.get(item.targetId) ?? [];
    if (before !== undefined) {
      const found = ofBoth(comparing, before, item, changes);
      differences.push(...found);
      if (found.length === 0 && isNewBase(comparing, before, item, changes)) adopted.push(item);
    }
    // It was never seen.
    else if (kind.compared.isOfBoth || isWithAnother(item.targetId) || isOurs(kind, item, changes))
      adopted.push(item);
    else added.push(item);
  }
  for (const [id, item] of seenById) {
    if (liveIds.has(id)) continue;
    const last = ownById.get(id)?.findLast(({ at }) => at > item.seenAt);
    const isGoneByUs = last !== undefined && (last.after === null || kind.compared.isAbsent(last.after));
    if (kind.compared.isOfBoth || isWithAnother(id) || isGoneByUs) forgotten.push(item.targetId);
    else removed.push(item);
  }
  const replaced = pairsByName(removed, added);
  for (const [before, after] of replaced) {
    const found = ofBoth(comparing, before, after, ownById.get(before.targetId) ?? []);
    differences.push(...found);
    if (found.length > 0) continue;
    // The same item under another ID: nothing that someone has to look at.
    adopted.push(after);
    forgotten.push(before.targetId);
  }
  const pairedSeen = new Set(replaced.map(([before]) => before));
  const pairedLive = new Set(replaced.map(([, after]) => after));
  return {
    differences: [
      ...differences,
      ...added
        .filter((item) => !pairedLive.has(item))
        .map((item) => ({ ...ofLive(item), difference: 'added' as const, summary: '', before: null })),
      ...removed
        .filter((item) => !pairedSeen.has(item))
        .map((item): Difference => {
          const { targetId, name, about, state, seenAt } = item;
          const before = state ?? null;
          return {
            ...{ difference: 'removed', targetId, seenId: targetId, name, about, summary: '' },
            ...{ before, after: null, seenAt, changed: undefined },
          };
        }),
    ],
    adopted,
    forgotten,
  };
}

const ofLive = ({ targetId, name, about, state, changed }: LiveItem) => ({
  ...{ targetId, seenId: targetId, name, about, after: state ?? null, seenAt: null, changed },
});

/** Whether an item that was never seen has the state that an own change gave it. */
function isOurs(kind: ComparedItemKind, item: LiveItem, changes: readonly OwnChange[]): boolean {
  const last = changes.at(-1);
  if (last === undefined) return false;
  // The tenant completes a new item, so it contains more than was sent.
  if (changes.some(({ verb }) => verb === 'create')) return true;
  return last.after !== null && (item.state === undefined || kind.isSame(last.after, item.state));
}

function ofBoth(
  { kind, isNamed }: Comparing,
  seen: SeenItem,
  live: LiveItem,
  changes: readonly OwnChange[],
): Difference[] {
  const about = {
    ...ofLive(live),
    difference: 'changed' as const,
    seenId: seen.targetId,
    seenAt: seen.seenAt,
  };
  if (live.state === undefined) return [];
  if (seen.state === undefined) {
    const isOthers = isNamed(live.targetId) && !isOurs(kind, live, changes);
    return isOthers ? [{ ...about, summary: '', before: null }] : [];
  }
  const before = withOwn(
    kind,
    seen.state,
    changes.filter(({ at }) => at > seen.seenAt),
  );
  const after = kind.compared.withUnreadableOf(before, live.state, isOneKey(seen, live));
  return kind.isSame(before, after) ? [] : [{ ...about, before, summary: kind.summarize(before, after) }];
}

const isOneKey = (seen: SeenItem, live: LiveItem): boolean => seen.keyId !== '' && seen.keyId === live.keyId;

/**
 * Whether an item without differences becomes the new base for comparisons: it was never read before, or its secrets were
 * hidden with another key, so they can't be compared with the old base anymore.
 */
function isNewBase(
  { kind }: Comparing,
  seen: SeenItem,
  live: LiveItem,
  changes: readonly OwnChange[],
): boolean {
  if (live.state === undefined || seen.isUnreadable) return false;
  if (seen.state === undefined) return true;
  if (live.keyId === '' || isOneKey(seen, live)) return false;
  // Own changes since then would be applied to it twice.
  return (
    changes.every(({ at }) => at <= seen.seenAt) &&
    kind.isSame(seen.state, kind.compared.withUnreadableOf(seen.state, live.state, false))
  );
}

/** What was seen, with the parts that own changes have set since then. */
function withOwn(kind: ComparedItemKind, seen: unknown, changes: readonly OwnChange[]): unknown {
  return changes.reduce<unknown>((state, { before, after }) => {
    if (before === null || after === null) return after ?? state;
    return kind.merge({ base: before, theirs: state, mine: after }).merged;
  }, seen);
}

/** Removed and added items of the same name, if there is one of each: someone has replaced it. */
function pairsByName(
  removed: readonly SeenItem[],
  added: readonly LiveItem[],
): (readonly [SeenItem, LiveItem])[] {
  const keyOf = ({ name, about }: AnyItem): string => JSON.stringify([nameKey(name), about]);
  const addedByKey = Map.groupBy(added, keyOf);
  return [...Map.groupBy(removed, keyOf)].flatMap(([key, [before, ...moreBefore]]) => {
    const [after, ...moreAfter] = addedByKey.get(key) ?? [];
    const isClear = moreBefore.length + moreAfter.length === 0;
    return before !== undefined && after !== undefined && isClear ? [[before, after] as const] : [];
  });
}
