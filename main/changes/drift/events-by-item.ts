import type { ChangeEvent } from '../../tenants/endpoints/change-events.ts';
import type { EventSubject } from '../kind/compared.ts';
import type { Difference } from './compare-seen.ts';
import type { StoredDrift } from './drift-store.ts';

/** What the events of a tenant tell, by the thing that they are about. */
export interface EventsByItem {
  /** The newest first; none of what no event can be about. */
  about(subject: EventSubject | undefined): readonly ChangeEvent[];
}

/** `events` are ordered from the newest on. */
export function eventsByItem(events: readonly ChangeEvent[]): EventsByItem {
  const groups = Map.groupBy(events, ({ subject: type, id }) => keyOf({ type, id }));
  return { about: (subject) => (subject === undefined ? undefined : groups.get(keyOf(subject))) ?? [] };
}

const keyOf = ({ type, id }: EventSubject): string => `${type} ${id ?? ''}`;

/**
 * The last that did something to it, by what the list of the tenant or `about`, its events, tell. Others come before the person who
 * is signed in (`ownId`): what they did from here is known already.
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
