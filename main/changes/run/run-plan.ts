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
 * Applies the items of a plan that are not settled: one after the other, or several at once where they have nothing to
 * do with each other. `isPaused` is asked between items: a request is never torn off half-way. When the tenant as a whole
 * cannot be asked the rest waits, the plan stays open, and the answer says why.
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

/** Reads again what is not known of a plan, or of these items of it. Sends nothing. Answers why it could not look at everything. */
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

async function runItems(running: Running, run: Run, treat: RunItem): Promise<DeskError | undefined> {
  const { store, kinds } = running;
  const { plan, itemIds = store.itemIds(plan.id, openItemStates) } = run;
  const width = widthOf(running, plan.id);
  const underWay = createActiveItems(width);
  const lanes = createLanes();
  const treatment = createItemRunner(running, { ...run, itemIds, width }, treat);
  const isOver = (): boolean => treatment.isStopped() || underWay.hasFailed();

  for (const id of itemIds) {
    await underWay.room();
    if (isOver()) break;
    const item = store.item(id);
    if (item === undefined) continue;
    const kind = kinds.find(item.kind);
    const taken = await treatment.lanesOf(item, kind);
    if (taken === undefined) await underWay.ended();
    underWay.begin(async (turn) => {
      const release = await turn.away(lanes.take(taken ?? []));
      try {
        // It may have waited in its lane.
        if (!isOver()) await treatment.treat(item, kind, turn, release);
      } finally {
        release();
      }
    });
    if (taken === undefined) await underWay.ended();
  }
  await underWay.ended();
  const stop = treatment.end();
  store.updatePlan(plan.id, { error: stop ?? null });
  finishIfSettled(running, plan.id);
  return stop;
}

/** A plan is finished when nothing of it is left to do and nothing is unknown. A crash may come before this. */
export function finishIfSettled({ store }: Pick<Running, 'store'>, planId: string): void {
  if (store.itemIds(planId, openItemStates).length === 0) store.updatePlan(planId, { state: 'finished' });
}
