import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { RequestContext } from '../../tenants/client/tenant-client.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { FreshReads } from './fresh-reads.ts';

export interface ChangeContext {
  readonly tenant: TenantProfile;
  readonly call: RequestContext;
  readonly reads: FreshReads;
  /**
   * Delays before another read of a tenant that doesn't show a change yet, because some responses come from replicas that lag
   * behind. One for each further read.
   */
  readonly pauses: readonly (() => Promise<void>)[];
  /**
   * While a change with several requests is applied: records what is known to exist so far. It is on disk when the promise
   * resolves, so that neither a crash nor a stale read can hide it. Undefined if it was removed again. Only `apply` may call it,
   * and must before the second request that changes anything, because a rejection of the first one means that nothing exists.
   */
  readonly note?: (outcome: OutcomeBase | undefined) => Promise<void>;
  /** While a plan is applied: identifies this change, and stays the same when it is retried. */
  readonly attemptId?: string;
  /** While a change is verified: the tenant accepted it. */
  readonly isAccepted?: true;
  /** While a partly applied change is completed: the part that was found. */
  readonly found?: OutcomeBase;
  /** While a plan is applied: whether another change of it created the item with this ID. */
  readonly isOfAnother?: (targetId: string) => boolean;
  /** While a plan is made: all its changes, to derive what follows only from several of them together. */
  readonly planned?: readonly PlannedState[];
}

/** For reading a tenant now: without earlier reads and without waiting for replicas. */
export function freshContext(tenant: TenantProfile, call: RequestContext): ChangeContext {
  return { tenant, call, reads: createFreshReads(), pauses: [] };
}

/** One change of a plan that is being made. */
export interface PlannedState {
  readonly kind: string;
  readonly targetId: string | null;
  readonly wanted: unknown;
}

/** The result of a change: at least the current ID of the item. Contains no secret, because it is stored on disk. */
export interface OutcomeBase {
  /** Empty after a delete. */
  readonly targetId: string;
  /** Neither a read nor a response says that it took effect: this is what exists if it did. Only the core sets it. */
  readonly isUnconfirmed?: true;
}
