import { counted } from '../../../languages/text/intl.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { PolicyKey } from '../../../contract/policy/policy.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { deniedBy, isReadOnly } from '../../platform/policy/managed-policy.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface PolicyParts {
  readonly policy: ManagedPolicy;
  readonly store: Pick<PlanStore, 'counts' | 'itemIds' | 'item'>;
}

/** Throws `denied-by-policy` if the policy forbids to send what is pending in the plan. */
export function rejectForbiddenPlan(parts: PolicyParts, tenant: TenantProfile, planId: string): void {
  throwAny(parts, forbiddenPlan(parts, tenant, planId));
}

/** The same before anything is sent, for the review: undefined if the policy allows it. */
export function denialOfPlan(
  parts: PolicyParts,
  tenant: TenantProfile,
  planId: string,
): DeskFailure | undefined {
  const forbidden = forbiddenPlan(parts, tenant, planId);
  return forbidden === undefined ? undefined : deniedBy(parts.policy, forbidden.key, forbidden.why);
}

function forbiddenPlan(
  { policy, store }: PolicyParts,
  tenant: TenantProfile,
  planId: string,
): Forbidden | undefined {
  return forbiddenBy(policy, tenant, {
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
export function rejectForbiddenRollback(parts: PolicyParts, tenant: TenantProfile, planId: string): void {
  const { policy, store } = parts;
  const forbidden = forbiddenBy(policy, tenant, {
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
  throwAny(parts, forbidden);
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

interface Forbidden {
  readonly key: PolicyKey;
  readonly why: string;
}

function throwAny({ policy }: PolicyParts, forbidden: Forbidden | undefined): void {
  if (forbidden !== undefined) throw deniedBy(policy, forbidden.key, `${forbidden.why} Nothing was sent.`);
}

function forbiddenBy(policy: ManagedPolicy, tenant: TenantProfile, sending: Sending): Forbidden | undefined {
  if (isReadOnly(policy, tenant)) return { key: 'readOnlyTenants', why: `${tenant.name} is read-only.` };
  const { disableDelete, maxBulkChanges } = policy.values;
  if (disableDelete !== true && maxBulkChanges === undefined) return undefined;
  const extent = sending.extent();
  if (disableDelete === true && extent.deletes > 0)
    return { key: 'disableDelete', why: sending.deleting(extent) };
  if (maxBulkChanges !== undefined && extent.changes > maxBulkChanges)
    return { key: 'maxBulkChanges', why: sending.changing(extent, maxBulkChanges) };
  return undefined;
}
