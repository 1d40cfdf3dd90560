import type { Desk } from '../../../contract/desk.ts';
import type { Provisional } from '../../../contract/provisional.ts';

/** Plans that are taken back unless a person keeps them, over all tenants. */
export class ProvisionalList {
  all = $state.raw<readonly Provisional[]>([]);

  /** Reads it once and listens from then on; the answer stops listening. */
  start(desk: Desk): () => void {
    let isTold = false;
    const stop = desk.on('provisional.changed', (all) => {
      isTold = true;
      this.all = all;
    });
    desk.provisional.list().then(
      (all) => {
        if (!isTold) this.all = all;
      },
      // What the disk does not let main read is told by the next change of it, and taken back all the same.
      () => undefined,
    );
    return stop;
  }
}
