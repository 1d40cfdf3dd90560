import type { Plan } from '../../contract/changes/changes.ts';
import type { HistoryEntry } from '../../contract/changes/history.ts';
import { countIn } from './item-labels.ts';
import { planVerdict } from './plan-titles.ts';
import type { PlanVerdict } from './plan-titles.ts';

/** The plans that undid or rolled back (part of) a plan, newest first, by the ID of that plan. */
export type Undos = ReadonlyMap<string, readonly Plan[]>;

export function undosOf(entries: readonly HistoryEntry[]): Undos {
  const undos = entries.flatMap((entry) => {
    if (!entry.isReadable) return [];
    const { plan } = entry;
    const isUndo = plan.origin.type === 'undo' || plan.origin.type === 'take-back';
    return isUndo && countIn(plan, ['verified', 'accepted', 'unchanged']) > 0 ? [plan] : [];
  });
  return Map.groupBy(undos, ({ origin }) => ('planId' in origin ? origin.planId : ''));
}

/** The outcome of a plan, including its undo. */
export function verdictOf(plan: Plan, undos: Undos): PlanVerdict {
  const undone = (undos.get(plan.id) ?? []).reduce((sum, undo) => sum + undo.total, 0);
  if (undone === 0 || plan.state !== 'finished') return planVerdict(plan);
  return { label: undone >= plan.total ? 'Undone' : 'Partially undone', tone: 'neutral' };
}
