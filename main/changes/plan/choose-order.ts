import type { ReplacementOrder } from '../../../contract/changes.ts';
import type { DeskFailure } from '../../../contract/desk-failure.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import { failure } from '../../platform/failure.ts';
import { createTurns } from '../../platform/turns.ts';
import type { ChangeContext } from '../kind/change-kind.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { ItemPlanning } from './plan-item.ts';
import { planItem } from './plan-item.ts';
import type { StoredItem } from './plan-record.ts';
import type { PlanStore } from './plan-store.ts';
import type { NewItem } from './plan-writes.ts';

export interface OrderChoosing extends ItemPlanning {
  readonly store: PlanStore;
}

/** Items that are written together: the choice for thousands holds nobody else up. */
const batchSize = 50;

/**
 * Plans replacements anew in another order, each compared with a fresh read of the tenant. Sends nothing that changes
 * anything. Throws `invalid-input` where an item has no order to choose, and `plan-outdated` where the plan was begun
 * meanwhile; items that were planned before that keep their new order.
 */
export async function chooseOrder(
  choosing: OrderChoosing,
  request: {
    readonly tenant: TenantProfile;
    readonly planId: string;
    readonly itemIds: readonly string[];
    readonly order: ReplacementOrder;
  },
  call: CallContext,
): Promise<void> {
  const { store } = choosing;
  const { tenant, planId, itemIds, order } = request;
  const context = { tenant, call, reads: createFreshReads(), pauses: [] };
  const turns = createTurns();
  let planned: NewItem[] = [];
  for (const [index, itemId] of itemIds.entries()) {
    if (turns.isOver()) await turns.rest();
    call.signal.throwIfAborted();
    const item = store.item(itemId);
    if (item?.planId !== planId) throw failure('not-found', 'This change is no longer part of the plan.');
    planned.push(await replan(choosing, item, order, context));
    if (planned.length === batchSize || index === itemIds.length - 1) {
      write(store, planId, planned);
      planned = [];
    }
  }
}

function write(store: PlanStore, planId: string, items: readonly NewItem[]): void {
  store.together(() => {
    if (store.plan(planId)?.state !== 'planned') {
      throw failure('plan-outdated', 'This plan was applied meanwhile. The order was not changed.');
    }
    for (const item of items) store.replaceItem(item);
  });
}

async function replan(
  choosing: OrderChoosing,
  item: StoredItem,
  order: ReplacementOrder,
  context: ChangeContext,
): Promise<NewItem> {
  const { kind, targetId, base, wanted, draft, undoes, revives, id } = item;
  if (item.state !== 'pending' || item.verb !== 'update') throw noChoice(item);
  const again = { type: 'edit', kind, targetId, base, wanted, order } as const;
  const planned = await planItem(choosing, draft === null ? again : { ...again, draft }, context);
  const isChosen = order === 'create-first' || planned.words.order === order;
  if (!isChosen && planned.state === 'pending') throw noChoice(item);
  return { ...planned, id, undoes, revives };
}

function noChoice({ title, targetName }: StoredItem): DeskFailure {
  return failure('invalid-input', `The order of “${title}: ${targetName}” cannot be chosen.`);
}
