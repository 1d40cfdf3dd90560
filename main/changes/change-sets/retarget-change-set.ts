import type { RetargetedChange } from '../../../contract/changes/change-sets.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { ChangeSet, SavedChange } from '../files/change-set-file.ts';
import { hashOf, tenantOfSet } from '../files/change-set-file.ts';

export interface RetargetedSet {
  /** For the other tenant; without changes where nothing can be carried over. */
  readonly set: ChangeSet;
  readonly carried: readonly RetargetedChange[];
  readonly leftOut: readonly RetargetedChange[];
}

/**
 * The changes of a set as they would be in another tenant. Each keeps what its person began with, so that what this
 * tenant has otherwise stays as it is, and what both would set is a conflict in the review. Sends nothing that changes
 * anything.
 */
export async function retargetChangeSet(
  kinds: KindTable,
  { set, madeFor }: { readonly set: ChangeSet; readonly madeFor: TenantProfile | undefined },
  context: ChangeContext,
): Promise<RetargetedSet> {
  const turns = createYielder();
  const changes: SavedChange[] = [];
  const carried: RetargetedChange[] = [];
  const leftOut: RetargetedChange[] = [];
  const taken = new Set<string>();
  for (const change of set.changes) {
    if (turns.isOver()) await turns.rest();
    context.call.signal.throwIfAborted();
    const { kind: kindName, title, name, base, wanted } = change;
    const kind = kinds.thing(kindName);
    const told = { kind: kindName, title, name };
    const other = await kind.retarget({ targetId: change.targetId, base, wanted, madeFor }, context);
    if ('leftOut' in other) {
      leftOut.push({ ...told, notes: [other.leftOut] });
      continue;
    }
    const target = `${kindName}\n${other.targetId ?? ''}`;
    if (other.targetId !== null && taken.has(target)) {
      leftOut.push({ ...told, notes: ['Another change in the file applies to the same item.'] });
      continue;
    }
    taken.add(target);
    const states = { base: other.base as SavedChange['base'], wanted: other.wanted as SavedChange['wanted'] };
    changes.push({ ...change, ...states, targetId: other.targetId, baseHash: hashOf(other.base) });
    carried.push({ ...told, notes: [...other.notes] });
  }
  return { set: { ...set, tenant: tenantOfSet(context.tenant), changes }, carried, leftOut };
}
