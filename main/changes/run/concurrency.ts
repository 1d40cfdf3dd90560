import { openItemStates } from '../../../contract/changes/changes.ts';
import type { ChangesApart } from '../kind/change-kind.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind, RegisteredItemKind } from '../kind/registered-kind.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { Width } from './active-items.ts';

const oneByOne: Width = { active: 1, all: 1 };
/** Where items have nothing to do with each other. Most of `all` wait for a read that they share, with all they sent accepted. */
const several: Width = { active: 8, all: 64 };
/**
 * Where what they share is a list of all that there is, which takes the longer the more has come: it is read seldom, and the list
 * in which those find what they sent is the one that the next are compared with.
 */
const many: Width = { active: 8, all: 512, patience: 1000 };

/**
 * How many items of a run may be under way: one, unless there are many of kinds that tell all their changes apart, or all of
 * them change or delete different things of kinds whose things are independent, or all of them create things of kinds
 * that tell new ones apart.
 */
export function widthOf(
  { store, kinds }: { readonly store: PlanStore; readonly kinds: KindTable },
  planId: string,
): Width {
  const aims = store.aims(planId, openItemStates);
  if (aims.every(({ kind }) => aims.length >= apartFrom(kinds.find(kind)))) return many;
  const creations = aims.filter(({ verb }) => verb === 'create');
  // What a run creates is told from what was there before: nothing may be renamed beside it.
  if (creations.length > 0 && creations.length < aims.length) return oneByOne;
  // Things of several kinds that are one record have one lane.
  const targets = new Set(aims.map(({ kind, plannedTargetId }) => `${kind}\n${plannedTargetId}`));
  const isDoubled = creations.length === 0 && targets.size < aims.length;
  const isIndependent = aims.every(({ kind, verb }) => {
    const known = kinds.find(kind);
    if (known?.type !== 'thing' || !known.isIndependent) return false;
    return verb !== 'create' || known.distinguishesCreations;
  });
  return isIndependent && !isDoubled ? several : oneByOne;
}

function apartFrom(kind: RegisteredKind | undefined): number {
  return kind?.type === 'thing' && kind.apart !== undefined ? kind.apart.from : Infinity;
}

/**
 * What an item must not overlap with; undefined where that is not known now, and it has to be alone. What this version does
 * not know is looked at by nobody else either.
 */
export async function lanesOf(
  kind: RegisteredKind | undefined,
  item: StoredItem,
  context: ChangeContext,
): Promise<readonly string[] | undefined> {
  try {
    return await readLanes(kind, item, context);
  } catch {
    // Its own reads tell a person why.
    return undefined;
  }
}

async function readLanes(
  kind: RegisteredKind | undefined,
  item: StoredItem,
  context: ChangeContext,
): Promise<readonly string[]> {
  if (kind?.type !== 'thing') return [`${item.kind}:${item.plannedTargetId}`];
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
