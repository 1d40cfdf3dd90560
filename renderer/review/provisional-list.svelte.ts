import type { Desk } from '../../contract/bridge/desk.ts';
import type { Provisional } from '../../contract/changes/provisional.ts';
import { steadyTime } from '../state/clock.svelte.ts';

/** With the end of its time as `performance.now` tells: how the clock of the system is set does not matter then. */
export type PendingChange = Provisional & { readonly endsAt: number };

/** Plans that are taken back unless a person keeps them, over all tenants. */
export class ProvisionalList {
  all = $state.raw<readonly PendingChange[]>([]);

  /** Reads it once and listens from then on, in the order in which main speaks; the answer stops listening. */
  start({ on, provisional }: Pick<Desk, 'on' | 'provisional'>): () => void {
    const tell = (all: readonly Provisional[]): void => void (this.all = all.map(withEnd));
    // What the disk does not let main read is told by the next change of it, and taken back all the same.
    provisional.list().then(tell, () => undefined);
    return on('provisional.changed', tell);
  }
}

/** Main tells the time of the system at which it ends, as that clock is set at this moment. */
function withEnd(change: Provisional): PendingChange {
  const { standing } = change;
  return { ...change, endsAt: standing.state === 'waiting' ? steadyTime(standing.until) : performance.now() };
}
