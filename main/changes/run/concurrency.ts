import { openItemStates } from '../../../contract/changes/changes.ts';
import type { ChangesApart } from '../kind/change-kind.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind, RegisteredItemKind } from '../kind/registered-kind.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { Width } from './active-items.ts';

const oneByOne: Width = { active: 1, all: 1 };
/** For items that are independent of each other. Most of `all` wait for a shared read, with everything they sent accepted. */
const several: Width = { active: 8, all: 64 };
/**
 * For items that share a list of everything, which takes longer the more items there are: it is read rarely, and the list that
 * verifies one batch is the one that the next batch is compared with.
 */
const many: Width = { active: 8, all: 512, patience: 1000 };

/**
 * How many items of a run may be active: one, unless there are many of kinds that can distinguish all their changes, or all of
 * them change or delete different items of independent kinds, or all of them create items of kinds that can distinguish
 * new ones.
 */
export function widthOf(
  { store, kinds }: { readonly store: PlanStore; readonly kinds: KindTable },
  planId: string,
): Width {
  const aims = store.aims(planId, openItemStates);
  if (aims.every(({ kind }) => aims.length >= apartFrom(kinds.find(kind)))) return many;
  const creations = aims.filter(({ verb }) => verb === 'create');
  // What a run creates is found by comparing with what existed before, so nothing may be renamed at the same time.
  if (creations.length > 0 && creations.length < aims.length) return oneByOne;
  // Items of several kinds that are one record have one lane.
  const targets = new Set(aims.map(({ kind, plannedTargetId }) => `${kind}\n${plannedTargetId}`));
  const isDoubled = creations.length === 0 && targets.size < aims.length;
  const isIndependent = aims.every(({ kind, verb }) => {
    const known = kinds.find(kind);
    if (known?.type !== 'item' || !known.isIndependent) return false;
    return verb !== 'create' || known.distinguishesCreations;
  });
  return isIndependent && !isDoubled ? several : oneByOne;
}

function apartFrom(kind: RegisteredKind | undefined): number {
  return kind?.type === 'item' && kind.apart !== undefined ? kind.apart.from : Infinity;
}

/**
 * What an item must not overlap with; undefined if that isn't known now, and the item has to run alone. A kind that this version
 * doesn't know isn't touched by other items either.
 */
export async function lanesOf(
  kind: RegisteredKind | undefined,
  item: StoredItem,
  context: ChangeContext,
): Promise<readonly string[] | undefined> {
  try {
    return await readLanes(kind, item, context);
  } catch {
    // Its own reads report the reason.
    return undefined;
  }
}

async function readLanes(
  kind: RegisteredKind | undefined,
  item: StoredItem,
  context: ChangeContext,
): Promise<readonly string[]> {
  if (kind?.type !== 'item') return [`${item.kind}:${item.plannedTargetId}`];
  if (kind.apart !== undefined) return lanesApart(kind.apart, kind, item);
  if (item.verb !== 'create' || !kind.distinguishesCreations) return [kind.laneOf(item.plannedTargetId)];
  return await kind.creationLanes(item.after, context);
}

function lanesApart(
  apart: ChangesApart<unknown>,
  kind: RegisteredItemKind,
  item: StoredItem,
): readonly string[] {
  const { verb, plannedTargetId, base, wanted, before, after } = item;
  const states = [base, wanted, before, after].filter((state) => state !== null);
  const aimedAt = verb === 'create' ? [] : [kind.laneOf(plannedTargetId)];
  return [...new Set([...aimedAt, ...apart.lanesOf(states)])];
}
