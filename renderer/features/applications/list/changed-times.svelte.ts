import type { Desk } from '../../../../contract/bridge/desk.ts';

/** When applications were changed last, of those whose record the desk has read: read only where somebody looks at it. */
export class ChangedTimes {
  readonly #desk: Pick<Desk, 'applications'>;
  readonly #tenantId: string;
  #times = $state.raw<Readonly<Record<string, number>>>({});

  constructor(desk: Pick<Desk, 'applications'>, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Milliseconds since the epoch, by identifier. */
  get times(): Readonly<Record<string, number>> {
    return this.#times;
  }

  /** Begins to read; the answer gives it up. What cannot be read is not known: the row says no time then. */
  read(): () => void {
    const reading = new AbortController();
    this.#desk.applications.changedTimes({ tenantId: this.#tenantId }, { signal: reading.signal }).then(
      (times) => {
        if (!reading.signal.aborted) this.#times = times;
      },
      () => undefined,
    );
    return () => reading.abort();
  }
}
