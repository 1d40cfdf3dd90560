import type { DeskError } from '../../contract/errors/errors.ts';

/** Cached data on screen, and why it isn't current. */
interface StaleRead {
  /** Undefined for data of this installation. */
  readonly tenantId: string | undefined;
  readonly error: DeskError;
  readonly retry: () => void;
}

/** One reason for all data of a tenant on screen. */
interface StaleReason extends Omit<StaleRead, 'retry'> {
  /** Refreshes all of it. */
  readonly retry: () => void;
}

/** Cached data on screen. A list and the detail beside it share one reason, which is shown once. */
export class StaleReads {
  #inSight = $state.raw<readonly StaleRead[]>([]);

  /** Adds one; returns a function that removes it. */
  note(read: StaleRead): () => void {
    this.#inSight = [...this.#inSight, read];
    return () => (this.#inSight = this.#inSight.filter((other) => other !== read));
  }

  get reasons(): readonly StaleReason[] {
    const byReason = Map.groupBy(this.#inSight, ({ tenantId, error }) =>
      JSON.stringify([tenantId, error.code]),
    );
    return [...byReason.values()].flatMap((reads) => {
      const [first] = reads;
      if (first === undefined) return [];
      const { tenantId, error } = first;
      return [{ tenantId, error, retry: () => reads.forEach(({ retry }) => retry()) }];
    });
  }
}
