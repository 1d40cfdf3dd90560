import type { HistoryEntry } from '../../../contract/changes/history.ts';
import { planTitle } from '../../review/plan-text.ts';

export type UnreadableEntry = Extract<HistoryEntry, { readonly isReadable: false }>;

export function idOf(entry: HistoryEntry): string {
  return entry.isReadable ? entry.plan.id : entry.id;
}

export function appliedAtOf(entry: HistoryEntry): number {
  return entry.isReadable ? (entry.plan.appliedAt ?? entry.plan.createdAt) : entry.appliedAt;
}

export function tenantIdOf(entry: HistoryEntry): string {
  return entry.isReadable ? entry.plan.tenantId : entry.tenantId;
}

export function titleOf(entry: HistoryEntry): string {
  return entry.isReadable ? planTitle(entry.plan) : 'Written by another version';
}

/** The text that the search matches. */
export function searchTextOf(entry: HistoryEntry): string {
  if (!entry.isReadable) return `${titleOf(entry)} ${entry.reason}`;
  const { plan } = entry;
  return [planTitle(plan), plan.tenantName, plan.appliedBy, ...plan.targets.map(({ name }) => name)].join(
    ' ',
  );
}
