import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { cacheUndecided } from '../plan/cache-reads.ts';
import { editsForLeftovers, unresolvedItems } from '../plan/unresolved-items.ts';
import { makePlan } from '../plan/make-plan.ts';
import { editsOf } from '../plan/planned-edit.ts';
import { originOf, titleOf } from '../plan/request-text.ts';
import { requirePlan } from '../record/require-plan.ts';
import { lookAtPlan } from '../run/run-plan.ts';
import type { ServiceContext } from './service-context.ts';

/** Makes the plan that a request asks for, and answers its ID. */
export async function planRequest(
  service: ServiceContext,
  tenantId: string,
  request: ChangeRequest,
  call: CallContext,
): Promise<string> {
  const tenant = service.tenants.get(tenantId);
  await lookAtLeft(service, tenant, request, call);
  const leftovers = request.from === 'drafts' ? editsForLeftovers(service, tenantId, request) : [];
  const edits = [...editsOf(service, tenant, request), ...leftovers];
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

/** What was left as it is may have taken effect since: nothing is planned on what is no longer true. */
async function lookAtLeft(
  service: ServiceContext,
  tenant: TenantProfile,
  request: ChangeRequest,
  call: CallContext,
): Promise<void> {
  const left = Map.groupBy(unresolvedItems(service.store, tenant.id, request), ({ planId }) => planId);
  for (const [planId, items] of left) {
    const plan = requirePlan(service.store, planId);
    await service.inTurn(plan, call, async () => {
      const itemIds = items.map(({ id }) => id);
      const unable = await lookAtPlan(service, plan, tenant, call, { itemIds });
      if (unable !== undefined) throw new DeskFailure(unable);
    });
  }
}

/** The tenant has what was typed: there is nothing left of the draft to apply or to lose. */
async function closeDraftsWithoutChange(
  { store, drafts }: ServiceContext,
  tenantId: string,
  planId: string,
): Promise<void> {
  // A plan that is not settled closes its drafts itself, and must not find others in their place.
  if (store.heldByAnother(planId) !== undefined) return;
  const pauses = createYielder();
  for (const itemId of store.itemIds(planId, ['unchanged'])) {
    if (pauses.isOver()) await pauses.rest();
    const item = store.item(itemId);
    if (item?.draft == null) continue;
    const key = { tenantId, kind: item.kind, targetId: item.draft.targetId };
    drafts.settle({ key, ref: item.draft, state: item.before });
  }
}
