import { untrack } from 'svelte';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';

export type Freshness = 'tenant-first' | 'cache-first';
export type ReadSnapshot<Data> = (freshness: Freshness, signal: AbortSignal) => Promise<Snapshot<Data>>;

/**
 * Data of a tenant in a view: the cached state at once, the current one as soon as the tenant responds. Starting a
 * new read cancels the previous one.
 */
export class Resource<Data> {
  readonly #read: ReadSnapshot<Data>;
  #snapshot = $state.raw<Snapshot<Data> | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #isReading = $state(false);
  #reading: AbortController | undefined;

  /** `shown` is shown until the tenant has responded, instead of what main has cached. */
  constructor(read: ReadSnapshot<Data>, shown?: Snapshot<Data>) {
    this.#read = read;
    this.#snapshot = shown;
  }

  get data(): Data | undefined {
    return this.#snapshot?.data;
  }

  get snapshot(): Snapshot<Data> | undefined {
    return this.#snapshot;
  }

  /** Why there is nothing to show. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  /** Why the shown data is not current. */
  get staleReason(): DeskError | undefined {
    return this.#snapshot?.source === 'cache' ? this.#snapshot.error : undefined;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Shows cached data, then the tenant's. Never rejects: failures become state. */
  load(): Promise<void> {
    // Started by effects: the data read here must not become a dependency that triggers another read.
    return untrack(() => this.#load());
  }

  async #load(): Promise<void> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    this.#isReading = true;
    try {
      if (this.#snapshot === undefined) {
        const cached = await this.#read('cache-first', reading.signal);
        if (reading.signal.aborted) return;
        this.#accept(cached);
        if (cached.source === 'tenant') return;
      }
      const fresh = await this.#read('tenant-first', reading.signal);
      if (!reading.signal.aborted) this.#accept(fresh);
    } catch (thrown) {
      if (!reading.signal.aborted) this.#failure = toDeskError(thrown);
    } finally {
      if (this.#reading === reading) this.#isReading = false;
    }
  }

  /**
   * Shows what main has found since then, without asking the tenant. A read in progress continues and has more to
   * say.
   */
  async showCached(): Promise<void> {
    if (this.#isReading || this.#snapshot === undefined) return;
    const reading = (this.#reading = new AbortController());
    try {
      const cached = await this.#read('cache-first', reading.signal);
      if (!reading.signal.aborted) this.#accept(cached);
    } catch (thrown) {
      if (!reading.signal.aborted) this.#failure = toDeskError(thrown);
    }
  }

  stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#isReading = false;
  }

  #accept(snapshot: Snapshot<Data>): void {
    this.#snapshot = snapshot;
    this.#failure = undefined;
  }
}

/** Data of this installation, such as its history: never outdated. */
export function localResource<Data>(read: (signal: AbortSignal) => Promise<Data>): Resource<Data> {
  return new Resource(async (_freshness, signal) => ({
    data: await read(signal),
    fetchedAt: Date.now(),
    source: 'tenant',
  }));
}
