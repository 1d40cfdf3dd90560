import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { Job } from '../../../contract/jobs.ts';
import { isLive } from './job-words.ts';

/** Milliseconds between two looks at jobs that go on: at first, and at those that take long. */
const pauses = { short: 1500, long: 10_000 };
/** Looks until a job takes long. */
const shortLooks = 40;

/** The jobs of a tenant, looked at again as long as one goes on, until somebody has seen enough. */
export class JobWatch {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #historyPath: () => string | undefined;
  /** Undefined before the first answer. */
  jobs = $state.raw<readonly Job[] | undefined>(undefined);
  /** Why it is not the history of the tenant. */
  note = $state('');
  failure = $state.raw<DeskError | undefined>(undefined);
  /** Somebody does not want it to be looked at again by itself. */
  isStopped = $state(false);
  /** When it was looked last, as `Date.now` tells. */
  readAt = $state(0);
  #looks = 0;
  #reading: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk, tenantId: string, historyPath: () => string | undefined) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#historyPath = historyPath;
  }

  get live(): readonly Job[] {
    return this.jobs?.filter(isLive) ?? [];
  }

  /** Looks now, and whenever something was started from here; the answer ends it. */
  start(): () => void {
    void this.look();
    const stopListening = this.#desk.on('history.changed', () => void this.look());
    return () => {
      stopListening();
      this.#reading?.abort();
      clearTimeout(this.#timer);
    };
  }

  /** Looks by request, and goes on looking. Never rejects: a failure becomes state. */
  async look(): Promise<void> {
    this.isStopped = false;
    this.#looks = 0;
    await this.#read();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    this.#reading?.abort();
    clearTimeout(this.#timer);
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const historyPath = this.#historyPath();
      const told = await this.#desk.jobs.list(
        { tenantId: this.#tenantId, ...(historyPath === undefined ? {} : { historyPath }) },
        { signal: reading.signal },
      );
      if (reading.signal.aborted) return;
      this.jobs = told.jobs;
      this.note = told.note;
      this.readAt = Date.now();
      this.failure = undefined;
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.failure = toDeskError(thrown);
    }
    if (this.live.length === 0 || this.isStopped || this.failure !== undefined) return;
    this.#looks += 1;
    const pause = this.#looks < shortLooks ? pauses.short : pauses.long;
    this.#timer = setTimeout(() => void this.#read(), pause);
  }
}
