import { failure } from '../platform/failure.ts';
import type { ChangeIntent } from './change-intent.ts';
import type { StoredItem } from './journal-record.ts';

/** True when the item reached the tenant, was not undone, and there is a way back. */
export function isUndoable(item: StoredItem): boolean {
  const reachedTenant = item.state === 'verified' || (item.state === 'failed' && item.outcome !== undefined);
  return (
    reachedTenant &&
    item.undoneBy === null &&
    item.inverse?.type === 'intents' &&
    item.inverse.intents.length > 0
  );
}

/**
 * The intents that take an item back, aimed at what its target is known as now (`currentId`): a webhook that was
 * replaced since has another identifier. Throws `invalid-input` with the reason when there is no way back.
 */
export function undoIntents(item: StoredItem, currentId: (id: string) => string): readonly ChangeIntent[] {
  const name = `${item.item.title}: ${item.item.target.name}`;
  if (item.undoneBy !== null || item.state === 'rolled-back') {
    throw failure('invalid-input', `“${name}” was undone already.`);
  }
  if (item.inverse?.type === 'intents' && isUndoable(item)) {
    return item.inverse.intents.map((intent) => aimedAtCurrent(intent, currentId));
  }
  const reason =
    item.inverse?.type === 'none'
      ? item.inverse.reason
      : 'It changed nothing, so there is nothing to take back.';
  throw failure('invalid-input', `“${name}” cannot be undone. ${reason}`);
}

function aimedAtCurrent(intent: ChangeIntent, currentId: (id: string) => string): ChangeIntent {
  if ('webhookId' in intent) return { ...intent, webhookId: currentId(intent.webhookId) };
  if ('applicationId' in intent) return { ...intent, applicationId: currentId(intent.applicationId) };
  return intent;
}
