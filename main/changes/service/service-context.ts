import type { Plan } from '../../../contract/changes/changes.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { OpenedSet } from '../files/change-set-file.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { describePlan, describePlanInChunks } from '../plan/describe-plan.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { requirePlan } from '../record/require-plan.ts';
import type { ConfirmationWindow } from '../confirmation/confirmation-window.ts';
import type { RunQueue } from '../run/run-queue.ts';
import { createRunQueue } from '../run/run-queue.ts';
import type { VersionRecorder } from '../versions/version-recorder.ts';

export interface ChangeServiceParts {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: DraftService;
  readonly versions: VersionRecorder;
  readonly changeSets: Pick<OpenedFiles<OpenedSet>, 'get'>;
  readonly confirmations: Pick<ConfirmationWindow, 'begin' | 'follow' | 'secondsOf'>;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly policy: ManagedPolicy;
  readonly emit: Emit;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly verifyPauses: ChangeContext['pauses'];
}

/** What the functions of the change service share. */
export interface ServiceContext extends ChangeServiceParts {
  readonly runs: RunQueue;
  describe(planId: string): Plan;
  /** As `describe`. Between two reads of the items of a large plan, other work gets a turn. */
  describeInChunks(planId: string): Promise<Plan>;
  openPlans(): Plan[];
  emitOpen(): void;
  /** Called after a plan was changed: notifies all windows. */
  emitDone(plan: StoredPlan): void;
  /** One run at a time for each tenant; all windows are notified, whatever the result. */
  inTurn(
    plan: StoredPlan,
    call: CallContext,
    work: (isPaused: () => boolean) => Promise<unknown>,
  ): Promise<void>;
}

export function createServiceContext(parts: ChangeServiceParts): ServiceContext {
  const { store, tenants, confirmations, emit } = parts;
  const runs = createRunQueue();
  const describing = { ...parts, isRunning: runs.isRunning };
  const openPlans = (): Plan[] => {
    // Plans of a removed tenant can't be resumed; its history stays.
    const known = new Set(tenants.list().map(({ id }) => id));
    return store
      .openPlans()
      .filter(({ tenantId }) => known.has(tenantId))
      .map((plan) => describePlan(describing, plan));
  };
  const emitOpen = (): void => emit('changes.opened', openPlans());
  function emitDone({ tenantId }: StoredPlan): void {
    confirmations.follow();
    emitOpen();
    emit('history.changed', { tenantId });
  }
  return {
    ...parts,
    ...{ runs, openPlans, emitOpen, emitDone },
    describe: (planId) => describePlan(describing, requirePlan(store, planId)),
    describeInChunks: async (planId) => await describePlanInChunks(describing, requirePlan(store, planId)),
    async inTurn(plan, call, work) {
      try {
        await runs.take(plan, call.signal, async (isPaused) => {
          emitOpen();
          await work(isPaused);
        });
      } finally {
        emitDone(plan);
      }
    },
  };
}
