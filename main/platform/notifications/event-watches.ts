import type { EventName, EventPayload } from '../../../contract/bridge/events.ts';

/** What is done with some of main's events. */
export type EventWatches<Result> = { readonly [Name in EventName]?: (payload: EventPayload<Name>) => Result };

/** Passes an event to its watch. Undefined for one that isn't watched. */
export function watchEvent<Result>(
  watches: EventWatches<Result>,
  name: EventName,
  payload: unknown,
): Result | undefined {
  // Events are emitted with their own payload.
  const watch = watches[name] as ((payload: unknown) => Result) | undefined;
  return watch?.(payload);
}
