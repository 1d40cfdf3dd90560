import type { ChangeService } from '../change-service.ts';
import type { HistoryRecord, PlanStore } from '../plan/plan-store.ts';

/** Every item of the history as a line of JSON, dates in ISO 8601; what cannot be read as it is stored. */
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
    for (const itemId of store.itemIds(plan.id)) {
      const { parts, ...item } = changes.item(plan.id, itemId);
      yield JSON.stringify({
        appliedAt: new Date(plan.appliedAt ?? plan.createdAt).toISOString(),
        appliedBy: plan.appliedBy,
        tenantId: plan.tenantId,
        tenantName: plan.tenantName,
        planId: plan.id,
        plan: plan.title,
        origin: plan.origin,
        ...item,
        parts: parts.filter(({ isChanged }) => isChanged),
      });
    }
  }
}
