import type { ChangeEvent } from '../../tenants/endpoints/change-events.ts';
import type { EventSubject } from '../kind/compared.ts';
import type { Difference } from './compare-seen.ts';
import type { StoredDrift } from './drift-store.ts';

/** Events of a tenant by the item that they are about. */
export interface EventsByItem {
  /** Newest first; empty for an item that no event can be about. */
  about(subject: EventSubject | undefined): readonly ChangeEvent[];
}

/** `events` are ordered from newest to oldest. */
export function eventsByItem(events: readonly ChangeEvent[]): EventsByItem {
  const groups = Map.groupBy(events, ({ subject: type, id }) => keyOf({ type, id }));
  return { about: (subject) => (subject === undefined ? undefined : groups.get(keyOf(subject))) ?? [] };
}

const keyOf = ({ type, id }: EventSubject): string => `${type} ${id ?? ''}`;

/**
 * Who changed an item last, from the tenant's list or from its events (`about`). Other people are preferred to the signed-in
 * person (`ownId`), whose changes with Tenant Desk are already known.
 */
export function whoChanged(
  { changed, seenAt }: Difference,
  about: readonly ChangeEvent[],
  ownId: string,
): Pick<StoredDrift, 'changedAt' | 'changedBy'> {
  if (changed !== undefined && changed.by !== '') return { changedAt: changed.at, changedBy: changed.by };
  const since = about.filter(({ at }) => at >= (seenAt ?? 0));
  const event = since.find(({ byId }) => byId !== ownId) ?? since[0];
  return { changedAt: event?.at ?? null, changedBy: event?.by ?? '' };
}
