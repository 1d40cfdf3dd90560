import type {
  ChangeRequest,
  Plan,
  PlanItem,
  PlanItemSummary,
  PlanType,
} from '../../contract/changes/changes.ts';
import type { SendMode } from '../../contract/changes/send-modes.ts';
import { sendModesBeside } from '../../contract/changes/send-modes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { needsSignIn } from '../../contract/errors/errors.ts';
import type { Emit } from '../../contract/bridge/events.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import { createTurns, runInTurns } from '../platform/timing/turns.ts';
import type { OpenedFiles } from '../platform/files/opened-files.ts';
import type { SessionDirectory } from '../tenants/session/session-directory.ts';
import { signedInName } from '../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { OpenedSet } from './files/change-set-file.ts';
import type { DraftService } from './drafts/draft-service.ts';
import type { ChangeContext } from './kind/change-context.ts';
import type { KindTable } from './kind/kind-table.ts';
import { chooseSendMode } from './plan/choose-send-mode.ts';
import { checkAcknowledged, checkAcknowledgedHosts, checkConfirmation } from './plan/confirmation.ts';
import { describeItem, describePlan, describePlanInTurns, summariseItem } from './plan/describe-plan.ts';
import { editsOfLeftovers, leftUnsettled } from './plan/left-unsettled.ts';
import { makePlan } from './plan/make-plan.ts';
import { planAsMarkdown } from './plan/plan-as-markdown.ts';
import type { StoredItem, StoredPlan } from './record/plan-record.ts';
import type { ItemFilter } from './record/plan-reads.ts';
import type { PlanStore } from './record/plan-store.ts';
import { editsOf } from './plan/planned-edit.ts';
import { keepUndecided } from './plan/keep-what-was-read.ts';
import { originOf, titleOf } from './plan/request-words.ts';
import type { Choices } from './plan/settle-conflict.ts';
import { settleConflict } from './plan/settle-conflict.ts';
import type { ProvisionalPlans } from './provisional/provisional-plans.ts';
import type { Claim } from './run/claim-arrivals.ts';
import { claimArrivals } from './run/claim-arrivals.ts';
import { refuseStale } from './run/refuse-stale.ts';
import { finishIfSettled, lookAtPlan, runPlan } from './run/run-plan.ts';
import { createRunTurns } from './run/run-turns.ts';
import { openTakeBack } from './run/take-back.ts';
import type { VersionKeeper } from './versions/version-keeper.ts';

export interface ChangeServiceParts {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: DraftService;
  readonly versions: VersionKeeper;
  readonly changeSets: Pick<OpenedFiles<OpenedSet>, 'get'>;
  readonly provisional: Pick<ProvisionalPlans, 'begin' | 'follow' | 'secondsOf'>;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly emit: Emit;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly verifyPauses: ChangeContext['pauses'];
}

/** What the person typed and accepted in the review. */
export interface Confirmed {
  readonly confirmation?: string | undefined;
  readonly acknowledged?: string | undefined;
  readonly acknowledgedHosts?: readonly string[] | undefined;
}

/** The only writer to tenants. Its methods are those of the contract's `changes`. */
export interface ChangeService {
  plan(tenantId: string, request: ChangeRequest, call: CallContext): Promise<Plan>;
  get(planId: string): Promise<Plan>;
  items(planId: string, filter: ItemFilter): { readonly items: PlanItemSummary[]; readonly total: number };
  item(planId: string, itemId: string): PlanItem;
  types(planId: string): PlanType[];
  markdown(planId: string): Promise<string>;
  settle(planId: string, itemId: string, choices: Choices, call: CallContext): Promise<Plan>;
  chooseSendMode(
    planId: string,
    choice: { readonly itemId?: string; readonly mode: SendMode },
    call: CallContext,
  ): Promise<Plan>;
  apply(planId: string, confirmed: Confirmed, call: CallContext): Promise<Plan>;
  pause(planId: string): void;
  open(): Plan[];
  look(planId: string, call: CallContext): Promise<Plan>;
  claim(planId: string, claim: Claim, call: CallContext): Promise<Plan>;
  resume(planId: string, call: CallContext): Promise<Plan>;
  takeBack(planId: string, call: CallContext): Promise<Plan>;
  close(planId: string): Plan;
  discard(planId: string): void;
}

export function createChangeService(parts: ChangeServiceParts): ChangeService {
  const { store, tenants, kinds } = parts;
  const turns = createRunTurns();
  const describing = { ...parts, isUnderWay: turns.isUnderWay };

  const describe = (planId: string): Plan => describePlan(describing, requirePlan(planId));
  const describeInTurns = async (planId: string): Promise<Plan> =>
    await describePlanInTurns(describing, requirePlan(planId));
  const openPlans = (): Plan[] => {
    // Of a tenant that was removed nothing can be resumed; its history stays.
    const known = new Set(tenants.list().map(({ id }) => id));
    return store
      .openPlans()
      .filter(({ tenantId }) => known.has(tenantId))
      .map((plan) => describePlan(describing, plan));
  };
  const tellOpen = (): void => parts.emit('changes.opened', openPlans());

  function requirePlan(planId: string): StoredPlan {
    const plan = store.plan(planId);
    if (plan !== undefined && plan.state !== 'planning') return plan;
    throw failure('not-found', 'This plan is no longer there: it was discarded.');
  }

  function requireItem(planId: string, itemId: string): StoredItem {
    const item = store.item(itemId);
    if (item?.planId === planId) return item;
    throw failure('not-found', 'This change is no longer part of the plan.');
  }

  function requireOpen(planId: string): StoredPlan {
    const plan = requirePlan(planId);
    if (plan.state === 'open') return plan;
    throw failure('not-found', 'This plan is finished already: see History for what it did.');
  }

  function requirePlanned(planId: string): StoredPlan {
    const plan = requirePlan(planId);
    if (plan.state === 'planned') return plan;
    throw failure('plan-outdated', 'This plan was applied already. Review the change again.');
  }

  function checkConfirmed(
    planId: string,
    { confirmation, acknowledged, acknowledgedHosts = [] }: Confirmed,
  ): void {
    const asked = describe(planId);
    checkConfirmation(asked.confirmation, confirmation);
    checkAcknowledged(asked.acknowledgement, acknowledged);
    checkAcknowledgedHosts(asked.destinations ?? [], acknowledgedHosts);
  }

  /** One run at a time for each tenant; whatever it does, everybody hears of it. */
  async function inTurn(
    plan: StoredPlan,
    call: CallContext,
    work: (isPaused: () => boolean) => Promise<unknown>,
  ): Promise<void> {
    try {
      await turns.take(plan, call.signal, async (isPaused) => {
        tellOpen();
        await work(isPaused);
      });
    } finally {
      parts.provisional.follow();
      tellOpen();
      parts.emit('history.changed', { tenantId: plan.tenantId });
    }
  }

  /** What was left as it is may have taken effect since: nothing is planned on what is no longer true. */
  async function lookAtLeft(tenant: TenantProfile, request: ChangeRequest, call: CallContext): Promise<void> {
    const left = Map.groupBy(leftUnsettled(store, tenant.id, request), ({ planId }) => planId);
    for (const [planId, items] of left) {
      const plan = requirePlan(planId);
      await inTurn(plan, call, async () => {
        const itemIds = items.map(({ id }) => id);
        const unable = await lookAtPlan(parts, plan, tenant, call, { itemIds });
        if (unable !== undefined) throw new DeskFailure(unable);
      });
    }
  }

  async function makeFrom(tenantId: string, request: ChangeRequest, call: CallContext): Promise<string> {
    const tenant = tenants.get(tenantId);
    await lookAtLeft(tenant, request, call);
    const leftovers = request.from === 'drafts' ? editsOfLeftovers(parts, tenantId, request) : [];
    const edits = [...editsOf(parts, tenant, request), ...leftovers];
    const title = titleOf(parts, request);
    const origin = originOf(parts, request);
    const planId = await makePlan(
      parts,
      { tenant, edits, origin, ...(title === undefined ? {} : { title }) },
      call,
    );
    await closeDraftsWithoutChange(tenantId, planId);
    if (request.from === 'drafts') keepUndecided(parts, tenantId, planId);
    return planId;
  }

  /** The tenant has what was typed: there is nothing left of the draft to apply or to lose. */
  async function closeDraftsWithoutChange(tenantId: string, planId: string): Promise<void> {
    // A plan that is not settled closes its drafts itself, and must not find others in their place.
    if (store.heldByAnother(planId) !== undefined) return;
    const pauses = createTurns();
    for (const itemId of store.itemIds(planId, ['unchanged'])) {
      if (pauses.isOver()) await pauses.rest();
      const item = store.item(itemId);
      if (item?.draft == null) continue;
      const key = { tenantId, kind: item.kind, targetId: item.draft.targetId };
      parts.drafts.settle({ key, ref: item.draft, state: item.before });
    }
  }

  const described = {
    items(planId: string, filter: ItemFilter) {
      requirePlan(planId);
      const { items, total } = store.items(planId, filter);
      return { items: items.map(summariseItem), total };
    },
    item(planId: string, itemId: string): PlanItem {
      const item = requireItem(planId, itemId);
      return describeItem(item, kinds.find(item.kind));
    },
  };

  return {
    ...described,
    async plan(tenantId, request, call) {
      const planId = await makeFrom(tenantId, request, call);
      await createTurns().rest();
      return await describeInTurns(planId);
    },
    get: describeInTurns,
    types(planId) {
      requirePlan(planId);
      return store.types(planId);
    },
    async markdown(planId) {
      const plan = await describeInTurns(planId);
      // A ticket has no page to turn: every group is written out.
      return planAsMarkdown(described, { ...plan, groups: await runInTurns(store.groups(planId, -1)) });
    },
    async settle(planId, itemId, choices, call) {
      const plan = requirePlanned(planId);
      const item = requireItem(planId, itemId);
      await settleConflict(parts, { tenant: tenants.get(plan.tenantId), item, choices }, call);
      return await describeInTurns(planId);
    },
    async chooseSendMode(planId, { itemId, mode }, call) {
      const { tenantId } = requirePlanned(planId);
      const itemIds = itemId === undefined ? store.idsWithSendMode(planId, sendModesBeside(mode)) : [itemId];
      await chooseSendMode(parts, { tenant: tenants.get(tenantId), planId, itemIds, mode }, call);
      return await describeInTurns(planId);
    },
    async apply(planId, confirmed, call) {
      const plan = requirePlanned(planId);
      const tenant = tenants.get(plan.tenantId);
      checkConfirmed(planId, confirmed);
      refuseSignedOut(parts.sessions, plan);
      await inTurn(plan, call, async (isPaused) => {
        // While it waited for its turn a conflict may have been resolved, and it may send something else now.
        checkConfirmed(requirePlanned(planId).id, confirmed);
        refuseStale(parts, plan);
        store.together(() => {
          store.leaveOut(planId, 'undecided', parts.now());
          store.updatePlan(planId, {
            state: 'open',
            appliedAt: parts.now(),
            appliedBy: signedInName(parts.sessions, tenant.id),
          });
          parts.provisional.begin(plan);
        });
        // Only now is it one of those that are open.
        tellOpen();
        await runPlan(parts, requirePlan(planId), tenant, call, isPaused);
      });
      return await describeInTurns(planId);
    },
    pause: (planId) => turns.pause(planId),
    open() {
      for (const { id } of store.openPlans()) if (!turns.isUnderWay(id)) finishIfSettled(parts, id);
      return openPlans();
    },
    async look(planId, call) {
      const plan = requireOpen(planId);
      await inTurn(plan, call, () => lookAtPlan(parts, plan, tenants.get(plan.tenantId), call));
      return await describeInTurns(planId);
    },
    async claim(planId, claim, call) {
      const plan = requireOpen(planId);
      const item = requireItem(planId, claim.itemId);
      const tenant = tenants.get(plan.tenantId);
      await inTurn(plan, call, async () => {
        await claimArrivals(parts, { tenant, call, item: requireItem(planId, item.id), mine: claim.mine });
        await lookAtPlan(parts, plan, tenant, call, { itemIds: [item.id] });
      });
      return await describeInTurns(planId);
    },
    async resume(planId, call) {
      const plan = requireOpen(planId);
      refuseSignedOut(parts.sessions, plan);
      await inTurn(plan, call, (isPaused) =>
        runPlan(parts, plan, tenants.get(plan.tenantId), call, isPaused),
      );
      return await describeInTurns(planId);
    },
    async takeBack(planId, call) {
      const plan = requireOpen(planId);
      const tenant = tenants.get(plan.tenantId);
      refuseSignedOut(parts.sessions, plan);
      let takeBack: StoredPlan | undefined;
      await inTurn(plan, call, async () => {
        takeBack = await openTakeBack(parts, plan, tenant, call);
        if (takeBack !== undefined) {
          const { id } = takeBack;
          await turns.join(id, async (isPaused) => {
            tellOpen();
            await runPlan(parts, requirePlan(id), tenant, call, isPaused);
          });
        }
      });
      return await describeInTurns(takeBack?.id ?? planId);
    },
    close(planId) {
      const plan = requireOpen(planId);
      if (turns.isUnderWay(planId)) throw failure('invalid-input', 'This plan is under way: stop it first.');
      store.together(() => {
        store.leaveOut(planId, 'pending', parts.now());
        for (const id of store.itemIds(planId, ['applying'])) store.settle(id, 'unknown', parts.now());
        store.updatePlan(planId, { state: 'finished', error: null });
      });
      parts.provisional.follow();
      tellOpen();
      parts.emit('history.changed', { tenantId: plan.tenantId });
      return describe(planId);
    },
    discard(planId) {
      if (store.plan(planId)?.state === 'planned') store.removePlan(planId);
    },
  };
}

/** Nothing of the plan is touched where it cannot go on. */
function refuseSignedOut(sessions: SessionDirectory, plan: StoredPlan): void {
  const session = sessions.status(plan.tenantId);
  if (session.state === 'signed-in') return;
  const error = session.state === 'signed-out' ? session.error : undefined;
  throw failure(
    error !== undefined && needsSignIn(error.code) ? error.code : 'signed-out',
    `Sign in to ${plan.tenantName} first. The plan stays as it is.`,
  );
}
