import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { ChangeService } from '../service/change-service.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import type { HistoryRecord } from '../record/history-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';

/** Every item of the history as a line of JSON, with dates in ISO 8601; unreadable records as they are stored. */
export function* exportLines(
  store: PlanStore,
  changes: ChangeService,
  records: readonly HistoryRecord[],
): Generator<string> {
  for (const record of records) {
    if (!record.isReadable) {
      yield JSON.stringify({ unreadable: record.reason, ...store.raw(record.id) });
      continue;
    }
    const { plan } = record;
    for (const itemId of store.itemIds(plan.id)) yield formatExact(itemLine(store, changes, plan, itemId));
  }
}

function itemLine(store: PlanStore, changes: ChangeService, plan: StoredPlan, itemId: string): unknown {
  const heading = {
    appliedAt: new Date(plan.appliedAt ?? plan.createdAt).toISOString(),
    appliedBy: plan.appliedBy,
    tenantId: plan.tenantId,
    tenantName: plan.tenantName,
    planId: plan.id,
    plan: plan.title,
    origin: plan.origin,
  };
  try {
    const { parts, ...item } = changes.item(plan.id, itemId);
    return { ...heading, ...item, parts: parts.filter(({ isChanged }) => isChanged) };
  } catch (error) {
    // An item of another version must not prevent the export of the others.
    return { ...heading, id: itemId, unreadable: toDeskError(error).message, stored: store.rawItem(itemId) };
  }
}
