import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ComparedItem } from '../kind/compared.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import { freshContext } from '../kind/change-context.ts';
import type { DriftRound } from './drift-round.ts';
import type { NoteParts } from './note-kind.ts';
import { noteKind } from './note-kind.ts';
import { readAll } from './read-all.ts';
import type { KnownItem } from './seen-states.ts';
import { seenItems } from './seen-states.ts';

/** Kinds that share a source and are read together. */
export type KindGroup = readonly RegisteredFollowed[];

export interface LookParts extends NoteParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Items that are read one by one for one page. */
const pageSize = 150;
/** How far the clock of a tenant may be behind. */
const clockSlackMs = 120_000;

/** Reads the list of a group and a page of its items, and compares them. True if more of it remains to be read. */
export async function lookAtGroup(
  parts: LookParts,
  group: KindGroup,
  round: DriftRound,
  { call, atOnce }: { readonly call: CallContext; readonly atOnce: number },
): Promise<boolean> {
  const [first] = group;
  if (first === undefined) return false;
  const { store } = parts;
  const { tenant } = round;
  const context = freshContext(tenant, call);
  const source = first.compared.source.ofOne ?? first.compared.source;
  const readAt = parts.now();
  const keyId = (await first.compared.source.ofOne?.keyId(tenant.id)) ?? '';
  // Later pages use the list that the check has read, because it is long; later additions are found by the next check.
  const items = round.lists.get(first.name) ?? (await source.list(context));
  round.lists.set(first.name, items);
  const seen = new Map(group.map((kind) => [kind.name, seenItems(store, kind, tenant.id)]));
  const isFirst = !store.looks(tenant.id).some(({ kind }) => kind === first.name);
  const done = round.done.get(first.name) ?? new Set<string>();
  round.done.set(first.name, done);
  const due = items.filter(({ id }) => !done.has(id));
  const page =
    first.compared.source.isWhole === true || due.length <= pageSize
      ? due
      : inOrder(parts, first, due, { round, seen: seen.get(first.name) ?? [] }).slice(0, pageSize);
  const records = await readAll(source, page, context, atOnce);
  if (round.isOver()) return false;
  for (const { id } of page) done.add(id);
  const isRead = new Set(page.map(({ id }) => id));
  const read = { round, items, records, isRead, done, readAt, keyId, isFirst };
  for (const kind of group) noteKind(parts, kind, { ...read, seen: seen.get(kind.name) ?? [] });
  return page.length < due.length;
}

/** First the items that events name since they were last read, then those that weren't read for the longest time. */
function inOrder(
  { store, currentId }: LookParts,
  kind: RegisteredFollowed,
  due: readonly ComparedItem[],
  { round, seen }: { readonly round: DriftRound; readonly seen: readonly KnownItem[] },
): readonly ComparedItem[] {
  const { tenant } = round;
  const readAt = new Map(store.drifts(tenant.id).map((drift) => [drift.targetId, drift.readAt]));
  for (const item of seen) readAt.set(currentId(tenant.id, item.targetId), item.readAt);
  const orderOf = ({ id }: ComparedItem): number => {
    const lastRead = readAt.get(id) ?? 0;
    const [last] = round.events.about(kind.compared.eventSubject(id));
    return last !== undefined && last.at > lastRead - clockSlackMs ? -1 : lastRead;
  };
  return due
    .map((item) => ({ item, order: orderOf(item) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
