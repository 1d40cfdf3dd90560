import type { Plan, PlanItem } from '../../contract/changes.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import type { CallContext } from '../../contract/methods.ts';
import { failure } from '../platform/failure.ts';
import type { ChangeIntent } from './change-intent.ts';
import type { ChangeKinds } from './change-kind.ts';
import { kindOf } from './change-kind.ts';
import { requiredConfirmation } from './confirmation.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { PreparedPlan } from './plan-book.ts';

export interface PlanMaking {
  readonly kinds: ChangeKinds;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface PlanRequest {
  readonly tenant: TenantProfile;
  readonly intents: readonly ChangeIntent[];
  /** The history entry that the plan undoes. */
  readonly undoes?: string;
}

/** Reads the tenant afresh and says, item by item, what would change. Sends nothing that changes anything. */
export async function makePlan(
  making: PlanMaking,
  request: PlanRequest,
  call: CallContext,
): Promise<PreparedPlan> {
  const context = { tenant: request.tenant, call, reads: createFreshReads(), pauses: [] };
  const items: PlanItem[] = [];
  const work: unknown[] = [];
  for (const intent of request.intents) {
    call.signal.throwIfAborted();
    const planned = await kindOf(making.kinds, intent.kind).plan(intent, context);
    items.push({ id: making.newId(), kind: planned.appliedAs ?? intent.kind, ...planned.view });
    work.push(planned.work);
  }
  refuseDoubledTargets(items);
  const plan: Plan = {
    id: making.newId(),
    tenantId: request.tenant.id,
    createdAt: making.now(),
    items,
    isDestructive: items.some((item) => item.action === 'delete'),
    confirmation: requiredConfirmation(request.tenant, items),
    ...(request.undoes === undefined ? {} : { undoes: request.undoes }),
  };
  return { plan, work };
}

/** Each item is compared with the tenant as it is now; a second change of the same thing would be compared with a past. */
function refuseDoubledTargets(items: readonly PlanItem[]): void {
  const seen = new Set<string>();
  for (const { action, target, title } of items) {
    if (action === 'create' || action === 'none') continue;
    const key = `${target.type}\n${target.id}`;
    if (seen.has(key)) {
      throw failure(
        'invalid-input',
        `The plan changes ${target.name} twice (${title}). Plan one change at a time.`,
      );
    }
    seen.add(key);
  }
}
