import type { ItemState } from '../../../contract/changes/changes.ts';
import type { StoredItem } from './plan-record.ts';

/** Some of the item reached the tenant, or may have. */
const statesInEffect: readonly ItemState[] = ['verified', 'accepted', 'incomplete', 'different'];

/** True for an item that reached the tenant, wasn't undone, and can be. */
export function hasEffect(item: StoredItem): boolean {
  return isInEffect(item) && item.details.irreversible === undefined;
}

export function isInEffect({ state, outcome, undoneBy }: StoredItem): boolean {
  return statesInEffect.includes(state) && outcome !== undefined && undoneBy === null;
}
