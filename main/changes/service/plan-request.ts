import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { cacheUndecided } from '../plan/cache-reads.ts';
import { editsForUnresolved, unresolvedItems } from '../plan/unresolved-items.ts';
import { makePlan } from '../plan/make-plan.ts';
import { editsOf } from '../plan/planned-edit.ts';
import { originOf, titleOf } from '../plan/request-text.ts';
import { requirePlan } from '../record/require-plan.ts';
import { lookAtPlan } from '../run/run-plan.ts';
import type { ServiceContext } from './service-context.ts';

/** Makes the plan for a request, and returns its ID. */
export async function planRequest(
  service: ServiceContext,
  tenantId: string,
  request: ChangeRequest,
  call: CallContext,
): Promise<string> {
  const tenant = service.tenants.get(tenantId);
  await checkUnresolved(service, tenant, request, call);
  const removals = request.from === 'drafts' ? editsForUnresolved(service, tenantId, request) : [];
  const edits = [...editsOf(service, tenant, request), ...removals];
  const title = titleOf(service, request);
  const origin = originOf(service, request);
  const planId = await makePlan(
    service,
    { tenant, edits, origin, ...(title === undefined ? {} : { title }) },
    call,
  );
  await closeDraftsWithoutChange(service, tenantId, planId);
  if (request.from === 'drafts') cacheUndecided(service, tenantId, planId);
  return planId;
}

/** Items of closed plans may have taken effect since: nothing is planned on an outdated state. */
async function checkUnresolved(
  service: ServiceContext,
  tenant: TenantProfile,
  request: ChangeRequest,
  call: CallContext,
): Promise<void> {
  const unresolved = Map.groupBy(unresolvedItems(service.store, tenant.id, request), ({ planId }) => planId);
  for (const [planId, items] of unresolved) {
    const plan = requirePlan(service.store, planId);
    await service.inTurn(plan, call, async () => {
      const itemIds = items.map(({ id }) => id);
      const unable = await lookAtPlan(service, plan, tenant, call, { itemIds });
      if (unable !== undefined) throw new DeskFailure(unable);
    });
  }
}

/** The tenant already has what was typed, so nothing is left of the draft to apply or to lose. */
async function closeDraftsWithoutChange(
  { store, drafts }: ServiceContext,
  tenantId: string,
  planId: string,
): Promise<void> {
  // A plan with unresolved items closes its drafts itself, and must not find others instead.
  if (store.heldByAnother(planId) !== undefined) return;
  const yielder = createYielder();
  for (const itemId of store.itemIds(planId, ['unchanged'])) {
    if (yielder.isOver()) await yielder.rest();
    const item = store.item(itemId);
    if (item?.draft == null) continue;
    const key = { tenantId, kind: item.kind, targetId: item.draft.targetId };
    drafts.closeApplied({ key, ref: item.draft, state: item.before });
  }
}
