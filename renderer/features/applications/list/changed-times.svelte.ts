import type { Desk } from '../../../../contract/bridge/desk.ts';

/** Times of the last change of applications whose records are cached. Loaded only while shown. */
export class ChangedTimes {
  readonly #desk: Pick<Desk, 'applications'>;
  readonly #tenantId: string;
  #times = $state.raw<Readonly<Record<string, number>>>({});

  constructor(desk: Pick<Desk, 'applications'>, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Milliseconds since the epoch, by ID. */
  get times(): Readonly<Record<string, number>> {
    return this.#times;
  }

  /** Starts loading; the returned function cancels. A failure is ignored: rows then show no time. */
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
