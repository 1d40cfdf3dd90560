import type { PlanItem } from '../../contract/changes.ts';
import type { SealedKind } from './change-kind.ts';
import type { Journal } from './journal.ts';
import type { StoredItem } from './journal-record.ts';

/** Writes down what the tenant made of an item, and with it how to take it back. Answers the item as it is called now. */
export function noteOutcome(
  journal: Journal,
  kind: SealedKind,
  stored: StoredItem,
  outcome: unknown,
): PlanItem {
  const item = { ...stored.item, ...kind.describe(stored.work, outcome) };
  journal.noteOutcome(stored.id, { item, outcome, inverse: kind.inverse(stored.work, outcome) });
  return item;
}

/** As `noteOutcome`, for an item that is in effect: what it replaced goes on under the new identifier. */
export function noteInEffect(
  journal: Journal,
  kind: SealedKind,
  stored: StoredItem,
  outcome: unknown,
  tenantId: string,
): void {
  const item = noteOutcome(journal, kind, stored, outcome);
  const oldId = stored.item.target.id;
  if (oldId !== '' && item.target.id !== oldId) journal.noteSuccessor(tenantId, oldId, item.target.id);
}
