import { inTransaction } from '../store/open-database.ts';
import type { SharedCommits } from '../store/shared-commits.ts';
import type { EventStore } from '../events/event-store.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { DeliveryStore } from './delivery-store.ts';

interface LogPruningParts {
  readonly context: Pick<TenantContext, 'database'>;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly commits: SharedCommits;
}

interface LogLimits {
  /** Finished deliveries in the log. */
  readonly maxDeliveries: number;
  readonly maxEvents: number;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Attempts between counts of the log: counting reads an index of all deliveries. */
const COUNT_EVERY = 250;
/** Attempts between removals. Few at a time, so that requests to the tenant never wait for long. */
const PRUNE_EVERY = 25;
/** Deliveries removed at once: more than are added, so that an oversized log shrinks. */
const PRUNED_AT_ONCE = 2 * PRUNE_EVERY;

/** Returns a function to be called after each attempt, which now and then removes what exceeds the limits of the log. */
export function createLogPruning(
  { context, events, deliveries, commits }: LogPruningParts,
  { maxDeliveries, maxEvents, onProblem }: LogLimits,
): () => void {
  let attempts = 0;
  let excess = 0;

  return function pruneNowAndThen(): void {
    attempts++;
    if (attempts % COUNT_EVERY === 0) {
      excess = Math.max(0, deliveries.countFinished() - maxDeliveries);
      inTransaction(context.database, () => {
        events.prune(maxEvents);
        deliveries.pruneRules();
      });
    }
    if (excess === 0 || attempts % PRUNE_EVERY !== 0) return;
    const count = Math.min(excess, PRUNED_AT_ONCE);
    excess -= count;
    // Together with other records: a separate commit would add one for every few attempts.
    commits(() => deliveries.prune(count)).catch((error: unknown) =>
      onProblem("Couldn't remove old deliveries from the log:", error),
    );
  };
}
