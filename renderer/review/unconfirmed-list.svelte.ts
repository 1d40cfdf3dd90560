import type { Desk } from '../../contract/bridge/desk.ts';
import type { UnconfirmedPlan } from '../../contract/changes/unconfirmed-plans.ts';
import { steadyTime } from '../state/clock.svelte.ts';

/** With its deadline as `performance.now`: changes of the system clock don't matter then. */
export type PendingChange = UnconfirmedPlan & { readonly endsAt: number };

/** Plans that are reverted unless the user confirms them, over all tenants. */
export class UnconfirmedList {
  all = $state.raw<readonly PendingChange[]>([]);

  /** Loads it once and follows main's events in order from then on; the returned function stops this. */
  start({ on, provisional }: Pick<Desk, 'on' | 'provisional'>): () => void {
    const update = (all: readonly UnconfirmedPlan[]): void => void (this.all = all.map(withEnd));
    // If main can't read it from disk, its next change is reported anyway, and it is still reverted in time.
    provisional.list().then(update, () => undefined);
    return on('provisional.changed', update);
  }
}

/** Main reports the deadline in the current system time. */
function withEnd(change: UnconfirmedPlan): PendingChange {
  const { status } = change;
  return { ...change, endsAt: status.state === 'waiting' ? steadyTime(status.until) : performance.now() };
}
