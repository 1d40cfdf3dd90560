import type { Desk } from '../../../contract/desk.ts';
import type { Provisional } from '../../../contract/provisional.ts';

/** Plans that are taken back unless a person keeps them, over all tenants. */
export class ProvisionalList {
  all = $state.raw<readonly Provisional[]>([]);

  /** Reads it once and listens from then on, in the order in which main speaks; the answer stops listening. */
  start({ on, provisional }: Pick<Desk, 'on' | 'provisional'>): () => void {
    const tell = (all: readonly Provisional[]): void => void (this.all = all);
    // What the disk does not let main read is told by the next change of it, and taken back all the same.
    provisional.list().then(tell, () => undefined);
    return on('provisional.changed', tell);
  }
}
