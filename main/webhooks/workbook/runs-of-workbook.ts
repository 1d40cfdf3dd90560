import type { PlanItemSummary } from '../../../contract/changes/changes.ts';
import { isInEffectState } from '../../../contract/changes/item-states.ts';
import type { WorkbookRule } from '../../../contract/webhooks/workbooks.ts';
import type { WorkbookRecord } from './workbook-record.ts';

/** The part of the change core that a workbook uses. */
export interface PlanItems {
  /** Throws `not-found` for a plan that was discarded. */
  items(
    planId: string,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly PlanItemSummary[]; readonly total: number };
}

type RuleRun = NonNullable<WorkbookRule['run']>;

const pageSize = 1000;

/** The result of each rule, by its key, from the last run that included it. Pending plans are not runs yet. */
export function runsOfRules(
  { items }: PlanItems,
  { runs }: Pick<WorkbookRecord, 'runs'>,
): ReadonlyMap<string, RuleRun> {
  const found = new Map<string, RuleRun>();
  for (const { planId, keys, isWhole } of runs) {
    if (isWhole) {
      const [item] = pageOf(items, planId, 0);
      if (item !== undefined) for (const key of keys) found.set(key, runOf(planId, item));
      continue;
    }
    for (let offset = 0; offset < keys.length; offset += pageSize) {
      const page = pageOf(items, planId, offset);
      for (const [index, item] of page.entries()) {
        const key = keys[offset + index];
        if (key !== undefined) found.set(key, runOf(planId, item));
      }
    }
  }
  return found;
}

function pageOf(items: PlanItems['items'], planId: string, offset: number): readonly PlanItemSummary[] {
  try {
    return items(planId, { offset, limit: pageSize }).items;
  } catch {
    return [];
  }
}

function runOf(planId: string, { id, state, error }: PlanItemSummary): RuleRun {
  return { planId, itemId: id, state, message: error?.message ?? '' };
}

/** Rules that were applied to the target, with the start of their run. */
export function doneSince(
  runs: ReadonlyMap<string, RuleRun>,
  appliedAt: (planId: string) => number,
): ReadonlyMap<string, number> {
  return new Map(
    [...runs]
      .filter(([, { state }]) => isInEffectState(state) || state === 'unchanged')
      .map(([key, { planId }]) => [key, appliedAt(planId)]),
  );
}
