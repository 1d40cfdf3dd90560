import { openItemStates } from '../../../contract/changes.ts';
import type { ChangeContext } from '../kind/change-kind.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind } from '../kind/registered-kind.ts';
import type { StoredItem } from '../plan/plan-record.ts';
import type { PlanStore } from '../plan/plan-store.ts';
import type { Width } from './under-way.ts';

const oneByOne: Width = { active: 1, all: 1 };
/** Where items have nothing to do with each other. Most of `all` wait for a read that they share, with all they sent accepted. */
const several: Width = { active: 8, all: 64 };

/**
 * How many items of a run may be under way: one, unless all of them change or delete different things of kinds whose
 * things are independent, or all of them create things of kinds that tell new ones apart.
 */
export function widthOf(
  { store, kinds }: { readonly store: PlanStore; readonly kinds: KindTable },
  planId: string,
): Width {
  const aims = store.aims(planId, openItemStates);
  const creations = aims.filter(({ verb }) => verb === 'create');
  // What a run creates is told from what was there before: nothing may be renamed beside it.
  if (creations.length > 0 && creations.length < aims.length) return oneByOne;
  // Things of several kinds that are one record have one lane.
  const targets = new Set(aims.map(({ kind, plannedTargetId }) => `${kind}\n${plannedTargetId}`));
  const isDoubled = creations.length === 0 && targets.size < aims.length;
  const isIndependent = aims.every(({ kind, verb }) => {
    const known = kinds.find(kind);
    if (known?.type !== 'thing' || !known.isIndependent) return false;
    return verb !== 'create' || known.tellsCreationsApart;
  });
  return isIndependent && !isDoubled ? several : oneByOne;
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
  if (kind?.type !== 'thing') return [`${item.kind}:${item.plannedTargetId}`];
  if (item.verb !== 'create' || !kind.tellsCreationsApart) return [kind.laneOf(item.plannedTargetId)];
  try {
    return await kind.creationLanes(item.after, context);
  } catch {
    // Its own reads tell a person why.
    return undefined;
  }
}
