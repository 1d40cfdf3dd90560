import { counted } from '../../../languages/text/intl.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { deniedBy, isReadOnly } from '../../platform/policy/managed-policy.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface PolicyParts {
  readonly policy: ManagedPolicy;
  readonly store: Pick<PlanStore, 'counts' | 'itemIds' | 'item'>;
}

/** Throws `denied-by-policy` if the policy forbids to send what is pending in the plan. */
export function rejectForbiddenPlan(
  { policy, store }: PolicyParts,
  tenant: TenantProfile,
  planId: string,
): void {
  rejectReadOnly(policy, tenant);
  const { disableDelete, maxBulkChanges } = policy.values;
  if (disableDelete !== true && maxBulkChanges === undefined) return;
  const { deletes, byState, undecided } = store.counts(planId);
  if (disableDelete === true && deletes > 0) {
    throw deniedBy(
      policy,
      'disableDelete',
      `The plan deletes ${counted(deletes, 'item')}. Nothing was sent.`,
    );
  }
  const changing = (byState.pending ?? 0) - undecided;
  if (maxBulkChanges !== undefined && changing > maxBulkChanges) {
    const allowed = counted(maxBulkChanges, 'item');
    throw deniedBy(
      policy,
      'maxBulkChanges',
      `The plan changes ${counted(changing, 'item')}, and ${allowed} at once are allowed. Nothing was sent.`,
    );
  }
}

/** The same for rolling the plan back, which deletes what it created. */
export function rejectForbiddenRollback(
  { policy, store }: PolicyParts,
  tenant: TenantProfile,
  planId: string,
): void {
  rejectReadOnly(policy, tenant);
  const { disableDelete, maxBulkChanges } = policy.values;
  if (disableDelete !== true && maxBulkChanges === undefined) return;
  const applied = store.itemIds(planId).flatMap((id) => {
    const item = store.item(id);
    return item === undefined || item.state === 'pending' || item.state === 'left-out' ? [] : item;
  });
  if (disableDelete === true && applied.some(({ verb }) => verb === 'create')) {
    throw deniedBy(policy, 'disableDelete', 'Rolling back would delete what was created. Nothing was sent.');
  }
  if (maxBulkChanges !== undefined && applied.length > maxBulkChanges) {
    throw deniedBy(
      policy,
      'maxBulkChanges',
      `Rolling back would change ${counted(applied.length, 'item')}. Nothing was sent.`,
    );
  }
}

function rejectReadOnly(policy: ManagedPolicy, tenant: TenantProfile): void {
  if (!isReadOnly(policy, tenant)) return;
  throw deniedBy(policy, 'readOnlyTenants', `${tenant.name} is read-only. Nothing was sent.`);
}
