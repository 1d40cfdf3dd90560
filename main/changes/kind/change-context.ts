import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { RequestContext } from '../../tenants/client/tenant-client.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { FreshReads } from './fresh-reads.ts';

export interface ChangeContext {
  readonly tenant: TenantProfile;
  readonly call: RequestContext;
  readonly reads: FreshReads;
  /**
   * Resolve when it is time to look again at a tenant that does not show a change yet: some answer reads from
   * replicas that lag behind. One for each further look.
   */
  readonly pauses: readonly (() => Promise<void>)[];
  /**
   * While a change of several requests is applied: what of it is certainly there by now. On disk when it resolves, so
   * that neither a crash nor a stale read can hide it. Undefined where it was taken away again. Only `apply` may call it, and has
   * to before a second request that changes anything: a rejection of the first one means that nothing is there.
   */
  readonly note?: (outcome: OutcomeBase | undefined) => Promise<void>;
  /** While a plan is applied: names this change, and is the same each time that it is tried again. */
  readonly attemptId?: string;
  /** While a change is looked for: the tenant answered that it accepted it. */
  readonly isAccepted?: true;
  /** While a change is completed that was seen to be there in part: what was seen of it. */
  readonly found?: OutcomeBase;
  /** While a plan is applied: whether another change of it has made the thing with this identifier. */
  readonly isOfAnother?: (targetId: string) => boolean;
  /** While a plan is made: all that it is made of, for what follows only from several changes together. */
  readonly planned?: readonly PlannedState[];
}

/** To read a tenant now: nothing that was read before answers, and nothing waits for replicas. */
export function freshContext(tenant: TenantProfile, call: RequestContext): ChangeContext {
  return { tenant, call, reads: createFreshReads(), pauses: [] };
}

/** One change of a plan that is being made. */
export interface PlannedState {
  readonly kind: string;
  readonly targetId: string | null;
  readonly wanted: unknown;
}

/** What a change left: at least under which identifier the thing goes on. Holds no secret: it goes to disk. */
export interface OutcomeBase {
  /** Empty after a delete. */
  readonly targetId: string;
  /** Neither a read nor an answer says that it took effect: this is what there is if it did. Only the core sets it. */
  readonly isUnconfirmed?: true;
}
