import type { ChangePart } from '../../contract/changes/change-parts.ts';
import { openItemStates } from '../../contract/changes/changes.ts';
import type { ItemState, Plan, PlanItem, PlanItemSummary } from '../../contract/changes/changes.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { fakeDesk } from '../fakes/desk.ts';
import type { FakeDesk } from '../fakes/desk.ts';

const plainPlan: Plan = {
  id: 'plan',
  tenantId: 'acme',
  tenantName: 'Acme Production',
  title: 'Replace script of Payroll',
  origin: { type: 'edit' },
  state: 'planned',
  createdAt: 1_760_000_000_000,
  appliedBy: '',
  appliedAt: null,
  isRunning: false,
  total: 1,
  counts: { pending: 1 },
  changing: 1,
  undecided: 0,
  isDestructive: false,
  isUndoable: true,
  confirmation: null,
  groups: [],
  targets: [],
};

/** A plan as main returns it; by default, that of one harmless change. */
export function aPlan(given: Partial<Plan> = {}): Plan {
  return { ...plainPlan, ...given };
}

const plainItem: PlanItem = {
  id: 'item',
  verb: 'update',
  title: 'Replace script',
  target: { kind: 'script', id: 'payroll', name: 'Payroll' },
  summary: '+1 −1 lines',
  state: 'pending',
  decision: null,
  undoneBy: null,
  isUndoable: true,
  parts: [aText("setVersion('1.0');\n", "setVersion('2.0');\n")],
  basis: 'compared',
  warnings: [],
  steps: [{ method: 'POST', path: '/Script/UpdateScript', words: 'sends the script' }],
};

export function anItem(given: Partial<PlanItem> = {}): PlanItem {
  return { ...plainItem, ...given };
}

export function aText(before: string | null, after: string | null, isChanged = true): ChangePart {
  return { type: 'text', name: 'script', label: 'Script', language: 'javascript', isChanged, before, after };
}

export function aField(label: string, before: string | null, after: string | null): ChangePart {
  return {
    type: 'field',
    name: label.toLowerCase(),
    label,
    isChanged: before !== after,
    before,
    after,
  };
}

/** Items grouped by their summary, because equal changes have equal summaries. */
function groupsOf(items: readonly PlanItem[]): Plan['groups'] {
  const groups = Map.groupBy(items, ({ summary, decision }) => `${decision ?? ''} ${summary}`);
  return [...groups].map(([id, members]) => ({
    id,
    title: members[0]?.title ?? '',
    summary: members[0]?.summary ?? '',
    count: members.length,
    decision: members[0]?.decision ?? null,
    ...(members[0]?.warning === undefined ? {} : { warning: members[0].warning }),
  }));
}

/** The plan of these items, with its derived members. */
export function planOf(items: readonly PlanItem[], given: Partial<Plan> = {}): Plan {
  const counts: Partial<Record<ItemState, number>> = {};
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
  const undecided = items.filter(({ decision }) => decision !== null).length;
  const warned = items.filter(({ warning }) => warning !== undefined).length;
  return aPlan({
    ...(warned === 0 ? {} : { warned }),
    title: items.length === 1 ? `${items[0]?.title} of ${items[0]?.target.name}` : `${items.length} changes`,
    total: items.length,
    counts,
    changing: (counts.pending ?? 0) - undecided,
    undecided,
    isDestructive: items.some(({ verb }) => verb === 'delete'),
    groups: groupsOf(items),
    targets: items.slice(0, 3).map(({ target }) => target),
    ...given,
  });
}

/** The same plan after it was started, with its items in these states. */
export function begunPlanOf(items: readonly PlanItem[], given: Partial<Plan> = {}): Plan {
  const isOpen = items.some(({ state }) => openItemStates.includes(state));
  return planOf(items, {
    state: isOpen ? 'open' : 'finished',
    appliedAt: 1_760_000_060_000,
    appliedBy: 'Zoë O’Brien',
    changing: 0,
    undecided: 0,
    isUndoable: items.some(
      ({ state, isUndoable }) => (state === 'verified' || state === 'accepted') && isUndoable,
    ),
    ...given,
  });
}

function summaryOf({
  parts: _parts,
  basis: _basis,
  warnings: _warnings,
  steps: _steps,
  ...summary
}: PlanItem): PlanItemSummary {
  return summary;
}

export interface PlanDesk extends FakeDesk {
  /** The plan that main has from now on, in response to a call that changes it. */
  have(items: readonly PlanItem[], plan: Plan): Plan;
  readonly plan: () => Plan;
}

/** A fake app with one plan, which pages through its items like main does. */
export function deskWithPlan(
  items: readonly PlanItem[],
  plan: Plan,
  given: (main: { have: PlanDesk['have']; plan: () => Plan }) => Partial<Handlers> = () => ({}),
): PlanDesk {
  let current = { items, plan };
  const have = (nextItems: readonly PlanItem[], nextPlan: Plan): Plan => {
    current = { items: nextItems, plan: nextPlan };
    return nextPlan;
  };
  const main = { have, plan: () => current.plan };
  const fake = fakeDesk({
    'changes.plan': async () => current.plan,
    'changes.get': async () => current.plan,
    'changes.items': async ({ groupId, states, isUndecided, offset, limit }) => {
      const group = current.plan.groups.find(({ id }) => id === groupId);
      const found = current.items.filter(
        (item) =>
          (group === undefined || groupsOf([item])[0]?.id === group.id) &&
          (isUndecided === undefined || isUndecided === (item.decision !== null)) &&
          (states === undefined || states.includes(item.state)),
      );
      return { items: found.slice(offset, offset + limit).map(summaryOf), total: found.length };
    },
    'changes.item': async ({ itemId }) => {
      const item = current.items.find(({ id }) => id === itemId);
      if (item === undefined) throw new Error(`No item ${itemId}`);
      return item;
    },
    'changes.tryChoices': async ({ choices }) => choices.map(() => ({ findings: [], risks: [] })),
    'changes.discard': async () => undefined,
    'changes.pause': async () => undefined,
    ...given(main),
  });
  return { ...fake, have, plan: main.plan };
}
