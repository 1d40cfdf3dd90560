import { openItemStates } from '../../../contract/changes/changes.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import { applyItem, lookAgain } from './apply-item.ts';
import { createLanes } from './lanes.ts';
import { widthOf } from './concurrency.ts';
import type { Run, Running, RunItem } from './item-runner.ts';
import { createItemRunner } from './item-runner.ts';
import { createActiveItems } from './active-items.ts';

/**
 * Applies the unresolved items of a plan: one by one, or several at once if they are independent of each other. `isPaused` is
 * called between items: a request is never aborted. If the whole tenant is unavailable, the rest waits, the plan stays open,
 * and the result is the reason.
 */
export function runPlan(
  running: Running,
  plan: StoredPlan,
  tenant: TenantProfile,
  call: CallContext,
  isPaused: () => boolean,
): Promise<DeskError | undefined> {
  const isStopped = (): boolean => isPaused() || call.signal.aborted;
  return runItems(running, { plan, tenant, requestId: call.requestId, isStopped }, applyItem);
}

/** Checks unknown results of a plan, or of these items of it, again. Sends nothing. Returns why it couldn't check all of them. */
export function lookAtPlan(
  running: Running,
  plan: StoredPlan,
  tenant: TenantProfile,
  call: CallContext,
  {
    until = 'once',
    itemIds,
  }: { readonly until?: 'once' | 'a-change'; readonly itemIds?: readonly string[] } = {},
): Promise<DeskError | undefined> {
  const looking: RunItem = (_application, kind, item, context) =>
    item.state === 'pending' ? Promise.resolve({ state: 'pending' }) : lookAgain(kind, item, context, until);
  const isStopped = (): boolean => call.signal.aborted;
  const run = { plan, tenant, requestId: call.requestId, isStopped };
  return runItems(running, itemIds === undefined ? run : { ...run, itemIds }, looking);
}

async function runItems(running: Running, run: Run, runItem: RunItem): Promise<DeskError | undefined> {
  const { store, kinds } = running;
  const { plan, itemIds = store.itemIds(plan.id, openItemStates) } = run;
  const width = widthOf(running, plan.id);
  const active = createActiveItems(width);
  const lanes = createLanes();
  const runner = createItemRunner(running, { ...run, itemIds, width }, runItem);
  const isOver = (): boolean => runner.isStopped() || active.hasFailed();

  for (const id of itemIds) {
    await active.capacity();
    if (isOver()) break;
    const item = store.item(id);
    if (item === undefined) continue;
    const kind = kinds.find(item.kind);
    const taken = await runner.lanesOf(item, kind);
    if (taken === undefined) await active.ended();
    active.begin(async (turn) => {
      const release = await turn.away(lanes.take(taken ?? []));
      try {
        // The run may have stopped while it waited for its lanes.
        if (!isOver()) await runner.run(item, kind, turn, release);
      } finally {
        release();
      }
    });
    if (taken === undefined) await active.ended();
  }
  await active.ended();
  const stop = runner.end();
  store.updatePlan(plan.id, { error: stop ?? null });
  finishIfResolved(running, plan.id);
  return stop;
}

/** A plan is finished when nothing is left to do and no result is unknown. A crash may come before this is stored. */
export function finishIfResolved({ store }: Pick<Running, 'store'>, planId: string): void {
  if (store.itemIds(planId, openItemStates).length === 0) store.updatePlan(planId, { state: 'finished' });
}
