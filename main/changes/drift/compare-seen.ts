import type { RegisteredComparable } from '../kind/registered-comparable.ts';
import type { RegisteredItemKind } from '../kind/registered-kind.ts';
import { nameKey } from '../kind/retarget.ts';

/** A kind that two states of a tenant are compared in. */
export type ComparedItemKind = Pick<RegisteredItemKind, 'isSame' | 'merge' | 'summarize'> & {
  readonly compared: Pick<RegisteredComparable, 'isOfBoth' | 'isAbsent' | 'withUnreadableOf'>;
};

/** A thing of a tenant at some time. `state` is undefined where it was not read. */
export interface AnyItem {
  readonly targetId: string;
  readonly name: string;
  /** What it is known by besides its name, such as its template; empty for nothing. */
  readonly about: string;
  readonly state: unknown;
}

/** A thing as a person has seen it. */
export interface SeenItem extends AnyItem {
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
  /** The key that its secrets were hidden with; empty where that is not known. */
  readonly keyId: string;
  /** True where what was kept of it cannot be read here. It stays as it is, and nothing is compared with it. */
  readonly isUnreadable: boolean;
}

export interface LiveItem extends AnyItem {
  /** The key that its secrets are hidden with; empty where there are none. */
  readonly keyId: string;
  readonly changed?: { readonly by: string; readonly at: number | null } | undefined;
}

/** A change that was applied from here. */
export interface OwnChange {
  readonly verb: 'create' | 'update' | 'delete';
  /** Before it and after it; after a delete the one of before. */
  readonly fromId: string;
  readonly targetId: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A thing that is not as it was seen, although nothing that was applied from here made it so. */
export interface Difference {
  readonly difference: 'added' | 'removed' | 'changed';
  /** Under which it is now; of what is gone, the last one. */
  readonly targetId: string;
  /** Under which it was seen; the same unless somebody replaced it. */
  readonly seenId: string;
  readonly name: string;
  readonly about: string;
  /** `name, script +4 −2 lines`; empty where it is not known in what. */
  readonly summary: string;
  /** What was seen, with own changes since then; null where there was none, or it is not known. */
  readonly before: unknown;
  /** Null where there is none. */
  readonly after: unknown;
  /** Null for what was never seen. */
  readonly seenAt: number | null;
  readonly changed: LiveItem['changed'];
}

export interface SeenComparison {
  readonly differences: readonly Difference[];
  /** As they are by what was applied from here: nobody has to look at them. */
  readonly adopted: readonly LiveItem[];
  /** Identifiers that stand for nothing any more by what was applied from here. */
  readonly forgotten: readonly string[];
}

export interface Comparing {
  readonly kind: ComparedItemKind;
  readonly seen: readonly SeenItem[];
  /** All that there is; those that were not read now are without a state. */
  readonly live: readonly LiveItem[];
  /** Of this kind and tenant, in their order. */
  readonly own: readonly OwnChange[];
  /** The identifier under which a thing goes on. */
  readonly currentId: (id: string) => string;
  /** Those that the events of the tenant name: of one that was not read before it is told that it was changed. */
  readonly isNamed: (targetId: string) => boolean;
  /** True for what came or went with another thing, which is told itself. */
  readonly isWithAnother?: (targetId: string) => boolean;
}

/** What of a kind is not as it was seen. A change of one's own is none, and takes nothing of others' with it: parts are compared. */
export function compareSeen(comparing: Comparing): SeenComparison {
  const { kind, seen, live, own, currentId } = comparing;
  const { isWithAnother = () => false } = comparing;
  const seenById = new Map(seen.map((thing) => [currentId(thing.targetId), thing]));
  const ownById = Map.groupBy(own, ({ targetId }) => currentId(targetId));
  const liveIds = new Set(live.map(({ targetId }) => targetId));
  const differences: Difference[] = [];
  const adopted: LiveItem[] = [];
  const forgotten: string[] = [];
  const added: LiveItem[] = [];
  const removed: SeenItem[] = [];

  for (const thing of live) {
    const before = seenById.get(thing.targetId);
    const changes = ownById.get(thing.targetId) ?? [];
    if (before !== undefined) {
      const found = ofBoth(comparing, before, thing, changes);
      differences.push(...found);
      if (found.length === 0 && isNewBase(comparing, before, thing, changes)) adopted.push(thing);
    }
    // Nothing was seen of it.
    else if (kind.compared.isOfBoth || isWithAnother(thing.targetId) || isOurs(kind, thing, changes))
      adopted.push(thing);
    else added.push(thing);
  }
  for (const [id, thing] of seenById) {
    if (liveIds.has(id)) continue;
    const last = ownById.get(id)?.findLast(({ at }) => at > thing.seenAt);
    const isGoneByUs = last !== undefined && (last.after === null || kind.compared.isAbsent(last.after));
    if (kind.compared.isOfBoth || isWithAnother(id) || isGoneByUs) forgotten.push(thing.targetId);
    else removed.push(thing);
  }
  const replaced = pairsByName(removed, added);
  for (const [before, after] of replaced) {
    const found = ofBoth(comparing, before, after, ownById.get(before.targetId) ?? []);
    differences.push(...found);
    if (found.length > 0) continue;
    // The same under another identifier: nothing that anybody has to look at.
    adopted.push(after);
    forgotten.push(before.targetId);
  }
  const pairedSeen = new Set(replaced.map(([before]) => before));
  const pairedLive = new Set(replaced.map(([, after]) => after));
  return {
    differences: [
      ...differences,
      ...added
        .filter((thing) => !pairedLive.has(thing))
        .map((thing) => ({ ...ofLive(thing), difference: 'added' as const, summary: '', before: null })),
      ...removed
        .filter((thing) => !pairedSeen.has(thing))
        .map((thing): Difference => {
          const { targetId, name, about, state, seenAt } = thing;
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

/** Whether what was never seen is as an own change has left it. */
function isOurs(kind: ComparedItemKind, thing: LiveItem, changes: readonly OwnChange[]): boolean {
  const last = changes.at(-1);
  if (last === undefined) return false;
  // A new thing is read back whole, and says more than was asked for.
  if (changes.some(({ verb }) => verb === 'create')) return true;
  return last.after !== null && (thing.state === undefined || kind.isSame(last.after, thing.state));
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
 * Whether a thing that does not differ is what later ones are compared with from now on: it was never read before, or its secrets were
 * hidden with another key, so that whether they are others will not be known in the old one either.
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
  // What was applied from here since then would be laid on it a second time.
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

/** What went and what came, where one of each is called so: somebody has replaced it. */
function pairsByName(
  removed: readonly SeenItem[],
  added: readonly LiveItem[],
): (readonly [SeenItem, LiveItem])[] {
  const keyOf = ({ name, about }: AnyItem): string => JSON.stringify([nameKey(name), about]);
  const came = Map.groupBy(added, keyOf);
  return [...Map.groupBy(removed, keyOf)].flatMap(([key, [before, ...moreBefore]]) => {
    const [after, ...moreAfter] = came.get(key) ?? [];
    const isClear = moreBefore.length + moreAfter.length === 0;
    return before !== undefined && after !== undefined && isClear ? [[before, after] as const] : [];
  });
}
