import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Job } from '../../contract/jobs/jobs.ts';
import { isLive } from './job-text.ts';

/** Milliseconds between two looks at jobs that go on: at first, and at those that take long or cannot be read just now. */
const pauses = { short: 1500, long: 10_000 };
/** Looks until a job takes long. */
const shortLooks = 40;

/** The jobs of a tenant, looked at again as long as one goes on, until somebody has seen enough. */
export class JobWatch {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #onread: (isLive: boolean) => void;
  /** Under which name the tenant has its history of jobs; undefined for that of the platform. */
  historyPath: () => string | undefined;
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

  /** `onread`: told with each answer whether a job goes on. */
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

  /** For whoever shows all jobs: looks now, and whenever something was started from here. After the answer only what goes on is looked at. */
  start(): () => void {
    void this.look();
    return this.#desk.on('history.changed', ({ tenantId }) => {
      if (tenantId === this.#tenantId) void this.look();
    });
  }

  /** Looks no more. */
  end(): void {
    this.#reading?.abort();
    clearTimeout(this.#timer);
  }

  /** Looks by request, and goes on looking. Never rejects: a failure becomes state. */
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
      const told = await this.#desk.jobs.list(
        { tenantId: this.#tenantId, ...(historyPath === undefined ? {} : { historyPath }) },
        { signal: reading.signal },
      );
      if (reading.signal.aborted) return;
      this.jobs = told.jobs;
      this.note = told.note;
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
