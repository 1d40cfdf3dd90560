import type { ApplyResult, InterruptedRun, Plan } from '../../contract/changes.ts';
import type { Emit } from '../../contract/events.ts';
import type { CallContext } from '../../contract/methods.ts';
import { failure } from '../platform/failure.ts';
import type { SessionDirectory } from '../tenants/session/session-directory.ts';
import type { Slots } from '../platform/slots.ts';
import { createSlots } from '../platform/slots.ts';
import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import type { ChangeIntent } from './change-intent.ts';
import type { ChangeContext, ChangeKinds } from './change-kind.ts';
import { checkConfirmation } from './confirmation.ts';
import type { Journal } from './journal.ts';
import type { StoredRun } from './journal-record.ts';
import { makePlan } from './make-plan.ts';
import type { PreparedPlan } from './plan-book.ts';
import { createPlanBook } from './plan-book.ts';
import { rollBackRun } from './roll-back.ts';
import { finishRun, runItems } from './run-items.ts';

export interface ChangeServiceParts {
  readonly journal: Journal;
  readonly kinds: ChangeKinds;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly emit: Emit;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly verifyPauses: ChangeContext['pauses'];
}

/** The only writer to tenants. Its methods are those of the contract's `changes`. */
export interface ChangeService {
  plan(
    request: {
      readonly tenantId: string;
      readonly intents: readonly ChangeIntent[];
      readonly undoes?: string | undefined;
    },
    call: CallContext,
  ): Promise<Plan>;
  apply(planId: string, confirmation: string | undefined, call: CallContext): Promise<ApplyResult>;
  discard(planId: string): void;
  interrupted(): InterruptedRun[];
  resume(runId: string, call: CallContext): Promise<ApplyResult>;
  rollBack(runId: string, call: CallContext): Promise<ApplyResult>;
}

/** Most plans that may wait for another one of the same tenant. */
const waitingRuns = 16;

export function createChangeService(parts: ChangeServiceParts): ChangeService {
  const { journal, tenants } = parts;
  const plans = createPlanBook();
  const underWay = new Set<string>();
  const slotsByTenant = new Map<string, Slots>();

  /** One run at a time for each tenant: what a run creates is told from what was there before. */
  async function exclusively<Result>(
    run: { readonly id: string; readonly tenantId: string },
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (underWay.has(run.id)) throw failure('invalid-input', 'This run is under way already.');
    underWay.add(run.id);
    try {
      const slots = slotsByTenant.get(run.tenantId) ?? createSlots({ held: 1, waiting: waitingRuns });
      slotsByTenant.set(run.tenantId, slots);
      const release = await slots.take(signal);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      underWay.delete(run.id);
    }
  }

  function start({ plan, work }: PreparedPlan): StoredRun {
    const tenant = tenants.get(plan.tenantId);
    const run = {
      id: parts.newId(),
      planId: plan.id,
      tenantId: tenant.id,
      tenantName: tenant.name,
      appliedBy: signedInName(parts.sessions, tenant.id),
      startedAt: parts.now(),
      undoes: plan.undoes ?? null,
      rollsBack: null,
    };
    journal.openRun({ ...run, items: plan.items.map((item, index) => ({ item, work: work[index] })) });
    return { ...run, isOpen: true };
  }

  function openRun(runId: string): StoredRun {
    const run = journal.run(runId);
    if (run === undefined || !run.isOpen) {
      throw failure('not-found', 'This run is finished already: see History for what it did.');
    }
    return run;
  }

  return {
    async plan({ tenantId, intents, undoes }, call) {
      const request = { tenant: tenants.get(tenantId), intents, ...(undoes === undefined ? {} : { undoes }) };
      const prepared = await makePlan(parts, request, call);
      plans.add(prepared);
      return prepared.plan;
    },
    async apply(planId, confirmation, call) {
      const prepared = plans.get(planId);
      refuseConflicts(prepared.plan);
      checkConfirmation(prepared.plan.confirmation, confirmation);
      plans.remove(planId);
      const { tenantId } = prepared.plan;
      return await exclusively({ id: planId, tenantId }, call.signal, async () => {
        const run = start(prepared);
        underWay.add(run.id);
        try {
          return await runItems(parts, run, tenants.get(tenantId), call);
        } finally {
          underWay.delete(run.id);
        }
      });
    },
    discard: (planId) => plans.remove(planId),
    interrupted() {
      // Of a tenant that was removed nothing can be resumed; its history stays.
      const known = new Set(tenants.list().map(({ id }) => id));
      const cutShort = journal
        .openRuns()
        .filter(({ id, tenantId }) => !underWay.has(id) && known.has(tenantId));
      for (const run of cutShort) if (isSettled(journal, run)) finishRun(parts, run);
      return cutShort
        .filter(({ id }) => journal.run(id)?.isOpen)
        .map((run) => describeInterrupted(journal, run));
    },
    resume(runId, call) {
      const run = openRun(runId);
      return exclusively(run, call.signal, () => runItems(parts, run, tenants.get(run.tenantId), call));
    },
    rollBack(runId, call) {
      const run = openRun(runId);
      const rolling = { ...parts, appliedBy: signedInName(parts.sessions, run.tenantId) };
      return exclusively(run, call.signal, () => rollBackRun(rolling, run, tenants.get(run.tenantId), call));
    },
  };
}

/** The person chooses first: keeping theirs, keeping their own or taking the merge is a new plan with a new base. */
function refuseConflicts(plan: Plan): void {
  const conflicting = plan.items.find((item) => item.conflict !== undefined);
  if (conflicting === undefined) return;
  throw failure(
    'conflict',
    `${conflicting.target.name} changed in the tenant since you began. Nothing was sent. Choose what to keep, then review again.`,
  );
}

function signedInName(sessions: SessionDirectory, tenantId: string): string {
  const session = sessions.status(tenantId);
  if (session.state !== 'signed-in') return '';
  return session.user.name ?? session.user.email ?? session.user.subject;
}

function isSettled(journal: Journal, run: StoredRun): boolean {
  return journal.items(run.id).every(({ state }) => state !== 'pending' && state !== 'applying');
}

function describeInterrupted(journal: Journal, run: StoredRun): InterruptedRun {
  const items = journal.items(run.id);
  return {
    runId: run.id,
    tenantId: run.tenantId,
    startedAt: run.startedAt,
    done: items.filter(({ state }) => state !== 'pending' && state !== 'applying').length,
    total: items.length,
    items: items.map(({ item, state }) => ({
      itemId: item.id,
      title: item.title,
      targetName: item.target.name,
      state,
    })),
  };
}
