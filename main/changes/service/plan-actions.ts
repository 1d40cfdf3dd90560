import type { Plan } from '../../../contract/changes/changes.ts';
import { needsSignIn } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import { signedInName } from '../../tenants/session/session-directory.ts';
import { checkAcknowledged, checkAcknowledgedHosts, checkConfirmation } from '../plan/confirmation.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import { requireItem, requireOpen, requirePlan, requirePlanned } from '../record/require-plan.ts';
import type { Claim } from '../run/claim-arrivals.ts';
import { claimArrivals } from '../run/claim-arrivals.ts';
import { rejectStalePlan } from '../run/reject-stale.ts';
import { lookAtPlan, runPlan } from '../run/run-plan.ts';
import { openRollback } from '../run/rollback.ts';
import { rejectForbiddenPlan, rejectForbiddenRollback } from '../plan/forbidden-plan.ts';
import type { ServiceContext } from './service-context.ts';

/** What the person typed and accepted in the review. */
export interface Confirmed {
  readonly confirmation?: string | undefined;
  readonly acknowledged?: string | undefined;
  readonly acknowledgedHosts?: readonly string[] | undefined;
}

export async function applyPlan(
  service: ServiceContext,
  planId: string,
  confirmed: Confirmed,
  call: CallContext,
): Promise<Plan> {
  const { store, tenants, sessions, now } = service;
  const plan = requirePlanned(store, planId);
  const tenant = tenants.get(plan.tenantId);
  rejectForbiddenPlan(service, tenant, planId);
  checkConfirmed(service, planId, confirmed);
  rejectSignedOut(sessions, plan);
  await service.inTurn(plan, call, async (isPaused) => {
    // While it was queued a conflict may have been resolved, so that it would send something else now.
    checkConfirmed(service, requirePlanned(store, planId).id, confirmed);
    rejectForbiddenPlan(service, tenant, planId);
    rejectStalePlan(service, plan);
    await storeSecrets(service, plan);
    store.together(() => {
      store.skip(planId, 'undecided', now());
      const appliedBy = signedInName(sessions, tenant.id);
      store.updatePlan(planId, { state: 'open', appliedAt: now(), appliedBy });
      service.confirmations.begin(plan);
    });
    // Only now is it one of the open plans.
    service.emitOpen();
    await runPlan(service, requirePlan(store, planId), tenant, call, isPaused);
  });
  return await service.describeInChunks(planId);
}

/** If they can’t be stored, the change that needs them reports it when it begins. */
async function storeSecrets({ store, kinds }: ServiceContext, { id, tenantId }: StoredPlan): Promise<void> {
  for (const kind of kinds.itemKinds) {
    if (kind.storeSecrets === undefined) continue;
    const items = store.idsOfKinds(id, [kind.name]).flatMap((itemId) => store.item(itemId) ?? []);
    if (items.length > 0) await kind.storeSecrets(items, tenantId).catch(() => undefined);
  }
}

function checkConfirmed(
  { describe }: ServiceContext,
  planId: string,
  { confirmation, acknowledged, acknowledgedHosts = [] }: Confirmed,
): void {
  const plan = describe(planId);
  checkConfirmation(plan.confirmation, confirmation);
  checkAcknowledged(plan.acknowledgement, acknowledged);
  checkAcknowledgedHosts(plan.destinations ?? [], acknowledgedHosts);
}

export async function lookAtOpenPlan(
  service: ServiceContext,
  planId: string,
  call: CallContext,
): Promise<Plan> {
  const plan = requireOpen(service.store, planId);
  await service.inTurn(plan, call, () => lookAtPlan(service, plan, service.tenants.get(plan.tenantId), call));
  return await service.describeInChunks(planId);
}

export async function claimItems(
  service: ServiceContext,
  planId: string,
  { itemId, mine }: Claim,
  call: CallContext,
): Promise<Plan> {
  const { store } = service;
  const plan = requireOpen(store, planId);
  const { id } = requireItem(store, planId, itemId);
  const tenant = service.tenants.get(plan.tenantId);
  await service.inTurn(plan, call, async () => {
    await claimArrivals(service, { tenant, call, item: requireItem(store, planId, id), mine });
    await lookAtPlan(service, plan, tenant, call, { itemIds: [id] });
  });
  return await service.describeInChunks(planId);
}

export async function resumePlan(service: ServiceContext, planId: string, call: CallContext): Promise<Plan> {
  const plan = requireOpen(service.store, planId);
  const tenant = service.tenants.get(plan.tenantId);
  rejectForbiddenPlan(service, tenant, planId);
  rejectSignedOut(service.sessions, plan);
  await service.inTurn(plan, call, (isPaused) => runPlan(service, plan, tenant, call, isPaused));
  return await service.describeInChunks(planId);
}

export async function rollBackPlan(
  service: ServiceContext,
  planId: string,
  call: CallContext,
): Promise<Plan> {
  const { store, runs } = service;
  const plan = requireOpen(store, planId);
  const tenant = service.tenants.get(plan.tenantId);
  rejectForbiddenRollback(service, tenant, planId);
  rejectSignedOut(service.sessions, plan);
  let rollback: StoredPlan | undefined;
  await service.inTurn(plan, call, async () => {
    rollback = await openRollback(service, plan, tenant, call);
    if (rollback === undefined) return;
    const { id } = rollback;
    await runs.join(id, async (isPaused) => {
      service.emitOpen();
      await runPlan(service, requirePlan(store, id), tenant, call, isPaused);
    });
  });
  return await service.describeInChunks(rollback?.id ?? planId);
}

/** Items that weren't sent are skipped, and unknown results stay unknown. */
export function closePlan(service: ServiceContext, planId: string): Plan {
  const { store, now } = service;
  const plan = requireOpen(store, planId);
  if (service.runs.isRunning(planId)) throw failure('invalid-input', 'Stop this run first.');
  store.together(() => {
    store.skip(planId, 'pending', now());
    for (const id of store.itemIds(planId, ['applying'])) store.resolve(id, 'unknown', now());
    store.updatePlan(planId, { state: 'finished', error: null });
  });
  service.emitDone(plan);
  return service.describe(planId);
}

/** Nothing of the plan is changed if it can't continue. */
function rejectSignedOut(sessions: SessionDirectory, plan: StoredPlan): void {
  const session = sessions.status(plan.tenantId);
  if (session.state === 'signed-in') return;
  const error = session.state === 'signed-out' ? session.error : undefined;
  throw failure(
    error !== undefined && needsSignIn(error.code) ? error.code : 'signed-out',
    `Sign in to ${plan.tenantName} first. The plan is unchanged.`,
  );
}
