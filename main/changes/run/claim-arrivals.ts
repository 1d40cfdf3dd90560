import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { freshContext } from '../kind/change-context.ts';
import type { Running } from './item-runner.ts';
import type { StoredItem } from '../record/plan-record.ts';

/** A person's decision about items that appeared while the response to a change was lost. */
export interface Claim {
  readonly itemId: string;
  /** The items that the change created; if empty, someone else created them. */
  readonly mine: readonly string[];
}

interface ClaimedItem {
  readonly tenant: TenantProfile;
  readonly call: CallContext;
  readonly item: StoredItem;
  readonly mine: readonly string[];
}

/** Stores who created the arrivals of an item. Items of others are ignored from now on. Throws `invalid-input`. */
export async function claimArrivals(
  { store, kinds, verifyPauses }: Pick<Running, 'store' | 'kinds' | 'verifyPauses'>,
  { tenant, call, item, mine }: ClaimedItem,
): Promise<void> {
  const known = item.arrivals.map(({ id }) => id);
  if (known.length === 0 || mine.some((id) => !known.includes(id))) {
    throw failure('invalid-input', 'This item isn’t among the new items. Check the status again.');
  }
  const kind = kinds.get(item.kind);
  const context = { ...freshContext(tenant, call), pauses: verifyPauses, attemptId: item.id };
  const change = { ...item, targetId: item.plannedTargetId };
  const outcome = mine.length === 0 ? undefined : await kind.claim(change, mine, context);
  const notes = kind.disown(
    item.notes,
    known.filter((id) => !mine.includes(id)),
  );
  store.noteClaim(item.id, { notes, outcome });
}
