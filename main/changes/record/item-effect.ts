import type { ItemState } from '../../../contract/changes/changes.ts';
import type { StoredItem } from './plan-record.ts';

/** Something of the item reached the tenant, as far as anybody can tell. */
const statesInEffect: readonly ItemState[] = ['verified', 'accepted', 'incomplete', 'different'];

/** True for what reached the tenant, was not taken back, and has a way back. */
export function hasEffect(item: StoredItem): boolean {
  return isThere(item) && item.words.irreversible === undefined;
}

export function isThere({ state, outcome, undoneBy }: StoredItem): boolean {
  return statesInEffect.includes(state) && outcome !== undefined && undoneBy === null;
}
