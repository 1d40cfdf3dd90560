import type { RetargetedChange } from '../../../contract/changes/change-sets.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { ChangeSet, SavedChange } from '../files/change-set-file.ts';
import { hashOf, tenantOfSet } from '../files/change-set-file.ts';

export interface RetargetedSet {
  /** For the other tenant; without changes if none can be applied to it. */
  readonly set: ChangeSet;
  readonly applicable: readonly RetargetedChange[];
  readonly skipped: readonly RetargetedChange[];
}

/**
 * Converts the changes of a set for another tenant. Each keeps the base its author started from, so that other settings of
 * this tenant are preserved, and conflicting ones are resolved in the review. Sends nothing that changes anything.
 */
export async function retargetChangeSet(
  kinds: KindTable,
  { set, madeFor }: { readonly set: ChangeSet; readonly madeFor: TenantProfile | undefined },
  context: ChangeContext,
): Promise<RetargetedSet> {
  const yielder = createYielder();
  const changes: SavedChange[] = [];
  const applicable: RetargetedChange[] = [];
  const skipped: RetargetedChange[] = [];
  const taken = new Set<string>();
  for (const change of set.changes) {
    if (yielder.isOver()) await yielder.rest();
    context.call.signal.throwIfAborted();
    const { kind: kindName, title, name, base, wanted } = change;
    const kind = kinds.itemKind(kindName);
    const described = { kind: kindName, title, name };
    const other = await kind.retarget({ targetId: change.targetId, base, wanted, madeFor }, context);
    if ('skipped' in other) {
      skipped.push({ ...described, notes: [other.skipped] });
      continue;
    }
    const target = `${kindName}\n${other.targetId ?? ''}`;
    if (other.targetId !== null && taken.has(target)) {
      skipped.push({ ...described, notes: ['Another change in the file applies to the same item.'] });
      continue;
    }
    taken.add(target);
    const states = { base: other.base as SavedChange['base'], wanted: other.wanted as SavedChange['wanted'] };
    changes.push({ ...change, ...states, targetId: other.targetId, baseHash: hashOf(other.base) });
    applicable.push({ ...described, notes: [...other.notes] });
  }
  return { set: { ...set, tenant: tenantOfSet(context.tenant), changes }, applicable, skipped };
}
