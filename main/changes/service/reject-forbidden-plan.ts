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
  rejectForbidden(policy, tenant, {
    extent() {
      const { deletes, byState, undecided } = store.counts(planId);
      return { deletes, changes: (byState.pending ?? 0) - undecided };
    },
    deleting: ({ deletes }) => `The plan deletes ${counted(deletes, 'item')}.`,
    changing: ({ changes }, allowed) =>
      `The plan changes ${counted(changes, 'item')}, and ${counted(allowed, 'item')} at once are allowed.`,
  });
}

/** The same for rolling the plan back, which deletes what it created. */
export function rejectForbiddenRollback(
  { policy, store }: PolicyParts,
  tenant: TenantProfile,
  planId: string,
): void {
  rejectForbidden(policy, tenant, {
    extent() {
      const applied = store.itemIds(planId).flatMap((id) => {
        const item = store.item(id);
        return item === undefined || item.state === 'pending' || item.state === 'left-out' ? [] : item;
      });
      return { deletes: applied.filter(({ verb }) => verb === 'create').length, changes: applied.length };
    },
    deleting: () => 'Rolling back would delete what was created.',
    changing: ({ changes }) => `Rolling back would change ${counted(changes, 'item')}.`,
  });
}

interface Extent {
  readonly deletes: number;
  readonly changes: number;
}

/** What would be sent; `extent` is calculated only for a policy that limits it. */
interface Sending {
  extent(): Extent;
  /** Sentences that say what is forbidden. */
  deleting(extent: Extent): string;
  changing(extent: Extent, allowed: number): string;
}

function rejectForbidden(policy: ManagedPolicy, tenant: TenantProfile, sending: Sending): void {
  if (isReadOnly(policy, tenant)) {
    throw deniedBy(policy, 'readOnlyTenants', `${tenant.name} is read-only. Nothing was sent.`);
  }
  const { disableDelete, maxBulkChanges } = policy.values;
  if (disableDelete !== true && maxBulkChanges === undefined) return;
  const extent = sending.extent();
  if (disableDelete === true && extent.deletes > 0) {
    throw deniedBy(policy, 'disableDelete', `${sending.deleting(extent)} Nothing was sent.`);
  }
  if (maxBulkChanges !== undefined && extent.changes > maxBulkChanges) {
    throw deniedBy(policy, 'maxBulkChanges', `${sending.changing(extent, maxBulkChanges)} Nothing was sent.`);
  }
}
