import type { DeskError } from '../../contract/errors/errors.ts';

/** Something in sight that is older than now, and why. */
interface StaleRead {
  /** Undefined for what this installation knows itself. */
  readonly tenantId: string | undefined;
  readonly error: DeskError;
  readonly retry: () => void;
}

/** The same reason for all that is in sight of a tenant. */
interface StaleReason extends Omit<StaleRead, 'retry'> {
  /** Reads all of it again. */
  readonly retry: () => void;
}

/** What is shown older than now. A list and the detail beside it have one reason for it, which is said once. */
export class StaleReads {
  #inSight = $state.raw<readonly StaleRead[]>([]);

  /** Notes one that is shown; the answer takes it out again. */
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
