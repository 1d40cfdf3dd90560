import type { Plan, PlanItem, PlanItemSummary } from '../../../contract/changes/changes.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/bridge/methods.ts';

/** `Desk.call` without its options. */
type Call = <Name extends MethodName>(name: Name, input: MethodInput<Name>) => Promise<MethodOutput<Name>>;

const pageSize = 1000;

/** All items of a plan as lists show them. */
export function summariesOfPlan(call: Call, { id: planId, total }: Plan): Promise<PlanItemSummary[]> {
  return allOf(total, async (page) => (await call('changes.items', { planId, ...page })).items);
}

/** All items of a plan as a review shows them. */
export function itemsOfPlan(call: Call, { id: planId, total }: Plan): Promise<PlanItem[]> {
  return allOf(total, (page) => call('changes.itemDetails', { planId, ...page }));
}

async function allOf<Item>(
  total: number,
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length < total) {
    const page = await read({ offset: items.length, limit: pageSize });
    if (page.length === 0) break;
    items.push(...page);
  }
  return items;
}
