import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import { sendModesBeside } from '../../../contract/changes/send-modes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import { freshContext } from '../kind/change-context.ts';
import type { ItemPlanning } from './plan-item.ts';
import { planItemAgain } from './plan-item.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { NewItem } from '../record/item-writes.ts';

export interface SendModeChoosing extends ItemPlanning {
  readonly store: PlanStore;
}

/** Items that are written together, so that choosing a mode for thousands doesn't block other work. */
const batchSize = 50;

/**
 * Plans items again for another send mode, each compared with a fresh read of the tenant. Sends nothing that changes
 * anything. Throws `invalid-input` if an item doesn't offer this choice, and `plan-outdated` if the plan was applied in the
 * meantime; items that were planned again before that keep their new mode.
 */
export async function chooseSendMode(
  choosing: SendModeChoosing,
  request: {
    readonly tenant: TenantProfile;
    readonly planId: string;
    readonly itemIds: readonly string[];
    readonly mode: SendMode;
  },
  call: CallContext,
): Promise<void> {
  const { store } = choosing;
  const { tenant, planId, itemIds, mode } = request;
  const context = freshContext(tenant, call);
  const yielder = createYielder();
  let planned: NewItem[] = [];
  for (const [index, itemId] of itemIds.entries()) {
    if (yielder.isOver()) await yielder.rest();
    call.signal.throwIfAborted();
    const item = store.item(itemId);
    if (item?.planId !== planId) throw failure('not-found', 'This change is no longer part of the plan.');
    planned.push(await replan(choosing, item, mode, context));
    if (planned.length === batchSize || index === itemIds.length - 1) {
      write(store, planId, planned);
      planned = [];
    }
  }
}

function write(store: PlanStore, planId: string, items: readonly NewItem[]): void {
  store.together(() => {
    if (store.plan(planId)?.state !== 'planned') {
      throw failure('plan-outdated', 'This plan was already applied. The send mode wasn’t changed.');
    }
    for (const item of items) store.replaceItem(item);
  });
}

async function replan(
  choosing: SendModeChoosing,
  item: StoredItem,
  sendMode: SendMode,
  context: ChangeContext,
): Promise<NewItem> {
  const { kind, targetId, base, wanted, draft } = item;
  const modes = sendModesBeside(sendMode);
  const offered = item.details.sendMode;
  if (item.state !== 'pending' || offered === undefined || !modes.includes(offered)) throw noChoice(item);
  const edit = { type: 'edit', kind, targetId, base, wanted, sendMode } as const;
  const planned = await planItemAgain(choosing, item, draft === null ? edit : { ...edit, draft }, context);
  // The choice may no longer be offered: then only the default is left.
  const isChosen = sendMode === modes[0] || planned.details.sendMode === sendMode;
  if (!isChosen && planned.state === 'pending') throw noChoice(item);
  return planned;
}

function noChoice({ title, targetName }: StoredItem): DeskFailure {
  return failure('invalid-input', `“${title}: ${targetName}” can’t be sent this way.`);
}
