import type { HistoryEntry, HistorySummary } from '../../../contract/history.ts';
import type { Entry } from '../journal.ts';
import { isUndoable } from '../undo-intents.ts';

export function summariseEntry({ run, item }: Entry): HistorySummary {
  return {
    id: item.id,
    runId: run.id,
    tenantId: run.tenantId,
    tenantName: run.tenantName,
    appliedAt: item.appliedAt ?? run.startedAt,
    appliedBy: run.appliedBy,
    kind: item.item.kind,
    action: item.item.action,
    title: item.item.title,
    target: item.item.target,
    summary: item.item.summary,
    result: item.state === 'verified' || item.state === 'rolled-back' ? item.state : 'failed',
    undoneBy: item.undoneBy,
    undoes: run.undoes,
    isUndoable: isUndoable(item),
  };
}

export function describeEntry(entry: Entry): HistoryEntry {
  const { format, before, after } = entry.item.item;
  return {
    ...summariseEntry(entry),
    format,
    before,
    after,
    ...(entry.item.error === undefined ? {} : { error: entry.item.error }),
  };
}
