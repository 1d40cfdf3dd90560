import type { Desk } from '../../contract/bridge/desk.ts';
import type { UnconfirmedPlan } from '../../contract/changes/unconfirmed-plans.ts';
import { steadyTime } from '../state/clock.svelte.ts';

/** With its deadline as `performance.now`: changes of the system clock don't matter then. */
export type PendingChange = UnconfirmedPlan & {
  readonly endsAt: number;
  /** Milliseconds from when it was first known until then. */
  readonly total: number;
};

/** Plans that are reverted unless the user confirms them, over all tenants. */
export class UnconfirmedList {
  all = $state.raw<readonly PendingChange[]>([]);
  /** By plan: its surfaces come and go, and all show the same time. */
  readonly #totals: Record<string, number> = {};

  /** Loads it once and follows main's events in order from then on; the returned function stops this. */
  start({ on, provisional }: Pick<Desk, 'on' | 'provisional'>): () => void {
    const update = (all: readonly UnconfirmedPlan[]): void =>
      void (this.all = all.map((change) => this.#withEnd(change)));
    // If main can't read it from disk, its next change is reported anyway, and it is still reverted in time.
    provisional.list().then(update, () => undefined);
    return on('provisional.changed', update);
  }

  /** Main reports the deadline in the current system time. */
  #withEnd(change: UnconfirmedPlan): PendingChange {
    const { planId, status } = change;
    const endsAt = status.state === 'waiting' ? steadyTime(status.until) : performance.now();
    const total = (this.#totals[planId] ??= Math.max(1, endsAt - performance.now()));
    return { ...change, endsAt, total };
  }
}
