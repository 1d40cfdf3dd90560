import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Job } from '../../contract/jobs/jobs.ts';
import { isLive } from './job-text.ts';

/**
 * Milliseconds between polls of running jobs: at first, and for those that take long or currently can't be read.
 */
const pauses = { short: 1500, long: 10_000 };
/** Polls until a job counts as long. */
const shortLooks = 40;

/** The jobs of a tenant, polled as long as one is running, until the user stops it. */
export class JobWatch {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #onread: (isLive: boolean) => void;
  /** The name of the tenant's job history in the API; undefined for the platform's. */
  historyPath: () => string | undefined;
  /** Undefined before the first answer. */
  jobs = $state.raw<readonly Job[] | undefined>(undefined);
  /** Why it is not the tenant's history. */
  note = $state('');
  failure = $state.raw<DeskError | undefined>(undefined);
  /** The user turned off automatic polling. */
  isStopped = $state(false);
  /** When it was last polled, as `Date.now`. */
  readAt = $state(0);
  #looks = 0;
  #reading: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onread`: called with each answer, and whether a job is running. */
  constructor(
    desk: Desk,
    tenantId: string,
    historyPath: () => string | undefined,
    onread: (isLive: boolean) => void = () => undefined,
  ) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.historyPath = historyPath;
    this.#onread = onread;
  }

  get live(): readonly Job[] {
    return this.jobs?.filter(isLive) ?? [];
  }

  /**
   * For a view of all jobs: polls now, and whenever something was started from here. After the answer only running
   * jobs are polled.
   */
  start(): () => void {
    void this.look();
    return this.#desk.on('history.changed', ({ tenantId }) => {
      if (tenantId === this.#tenantId) void this.look();
    });
  }

  /** Stops polling. */
  end(): void {
    this.#reading?.abort();
    clearTimeout(this.#timer);
  }

  /** Polls on request, and continues polling. Never rejects: a failure becomes state. */
  async look(): Promise<void> {
    this.isStopped = false;
    this.#looks = 0;
    await this.#read();
  }

  stop(): void {
    this.isStopped = true;
    this.#reading?.abort();
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    this.#reading?.abort();
    clearTimeout(this.#timer);
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const historyPath = this.historyPath();
      const result = await this.#desk.jobs.list(
        { tenantId: this.#tenantId, ...(historyPath === undefined ? {} : { historyPath }) },
        { signal: reading.signal },
      );
      if (reading.signal.aborted) return;
      this.jobs = result.jobs;
      this.note = result.note;
      this.readAt = Date.now();
      this.failure = undefined;
      this.#onread(this.live.length > 0);
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.failure = toDeskError(thrown);
    }
    if (this.live.length === 0 || this.isStopped || this.failure?.retryable === false) return;
    this.#looks += 1;
    const isSoon = this.#looks < shortLooks && this.failure === undefined;
    const pause = isSoon ? pauses.short : pauses.long;
    this.#timer = setTimeout(() => void this.#read(), pause);
  }
}
