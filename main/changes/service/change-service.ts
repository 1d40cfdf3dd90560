import type {
  ChangeRequest,
  Plan,
  PlanItem,
  PlanItemSummary,
  PlanType,
} from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import { sendModesBeside } from '../../../contract/changes/send-modes.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { createYielder, runInChunks } from '../../platform/timing/yielder.ts';
import { chooseSendMode } from '../plan/choose-send-mode.ts';
import { describeItem, summarizeItem } from '../plan/describe-plan.ts';
import { planAsMarkdown } from '../plan/plan-as-markdown.ts';
import type { Choices, TriedChoices } from '../plan/resolve-conflict.ts';
import { resolveConflict, tryChoices } from '../plan/resolve-conflict.ts';
import type { Confirmed } from './plan-actions.ts';
import {
  applyPlan,
  claimItems,
  closePlan,
  lookAtOpenPlan,
  resumePlan,
  rollBackPlan,
} from './plan-actions.ts';
import { planRequest } from './plan-request.ts';
import type { ItemFilter } from '../record/item-reads.ts';
import { requireItem, requirePlan, requirePlanned } from '../record/require-plan.ts';
import type { Claim } from '../run/claim-arrivals.ts';
import { finishIfResolved } from '../run/run-plan.ts';
import type { ChangeServiceParts } from './service-context.ts';
import { createServiceContext } from './service-context.ts';

/** Characters of JSON. A page crosses a socket as one message; a script or an icon may have millions of characters. */
const maxPageSize = 10_000_000;

/** The only writer to tenants. Its methods are those of the contract's `changes`. */
export interface ChangeService {
  plan(tenantId: string, request: ChangeRequest, call: CallContext): Promise<Plan>;
  get(planId: string): Promise<Plan>;
  items(planId: string, filter: ItemFilter): { readonly items: PlanItemSummary[]; readonly total: number };
  item(planId: string, itemId: string): PlanItem;
  itemDetails(planId: string, page: Pick<ItemFilter, 'offset' | 'limit'>): Promise<PlanItem[]>;
  types(planId: string): PlanType[];
  markdown(planId: string): Promise<string>;
  resolve(planId: string, itemId: string, choices: Choices, call: CallContext): Promise<Plan>;
  tryChoices(
    planId: string,
    itemId: string,
    choices: readonly Choices[],
    call: CallContext,
  ): Promise<TriedChoices[]>;
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
  rollBack(planId: string, call: CallContext): Promise<Plan>;
  close(planId: string): Plan;
  discard(planId: string): void;
}

export function createChangeService(parts: ChangeServiceParts): ChangeService {
  const { store, tenants, kinds } = parts;
  const service = createServiceContext(parts);
  const { runs, describeInChunks } = service;
  const described = {
    items(planId: string, filter: ItemFilter) {
      requirePlan(store, planId);
      const { items, total } = store.items(planId, filter);
      return { items: items.map(summarizeItem), total };
    },
    item(planId: string, itemId: string): PlanItem {
      const item = requireItem(store, planId, itemId);
      return describeItem(item, kinds.find(item.kind));
    },
  };

  return {
    ...described,
    async plan(tenantId, request, call) {
      const planId = await planRequest(service, tenantId, request, call);
      await createYielder().rest();
      return await describeInChunks(planId);
    },
    get: describeInChunks,
    async itemDetails(planId, page) {
      requirePlan(store, planId);
      const items: PlanItem[] = [];
      const yielder = createYielder();
      let size = 0;
      for (const itemId of store.pageOfIds(planId, page)) {
        if (yielder.isOver()) await yielder.rest();
        const item = described.item(planId, itemId);
        items.push(item);
        size += JSON.stringify(item).length;
        if (size > maxPageSize) break;
      }
      return items;
    },
    types(planId) {
      requirePlan(store, planId);
      return store.types(planId);
    },
    async markdown(planId) {
      const plan = await describeInChunks(planId);
      // A ticket has no pages, so every group is written.
      return planAsMarkdown(described, { ...plan, groups: await runInChunks(store.groups(planId, -1)) });
    },
    async resolve(planId, itemId, choices, call) {
      const plan = requirePlanned(store, planId);
      const item = requireItem(store, planId, itemId);
      await resolveConflict(parts, { tenant: tenants.get(plan.tenantId), item, choices }, call);
      return await describeInChunks(planId);
    },
    async tryChoices(planId, itemId, choices, call) {
      const { tenantId } = requirePlanned(store, planId);
      const item = requireItem(store, planId, itemId);
      return await tryChoices(parts, { tenant: tenants.get(tenantId), item, choices }, call);
    },
    async chooseSendMode(planId, { itemId, mode }, call) {
      const { tenantId } = requirePlanned(store, planId);
      const itemIds = itemId === undefined ? store.idsWithSendMode(planId, sendModesBeside(mode)) : [itemId];
      await chooseSendMode(parts, { tenant: tenants.get(tenantId), planId, itemIds, mode }, call);
      return await describeInChunks(planId);
    },
    apply: (planId, confirmed, call) => applyPlan(service, planId, confirmed, call),
    pause: (planId) => runs.pause(planId),
    open() {
      for (const { id } of store.openPlans()) if (!runs.isRunning(id)) finishIfResolved(parts, id);
      return service.openPlans();
    },
    look: (planId, call) => lookAtOpenPlan(service, planId, call),
    claim: (planId, claim, call) => claimItems(service, planId, claim, call),
    resume: (planId, call) => resumePlan(service, planId, call),
    rollBack: (planId, call) => rollBackPlan(service, planId, call),
    close: (planId) => closePlan(service, planId),
    discard(planId) {
      if (store.plan(planId)?.state === 'planned') store.removePlan(planId);
    },
  };
}
