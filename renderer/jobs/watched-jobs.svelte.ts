import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { JobWatch } from './job-watch.svelte.ts';

interface StoredJobs {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The polled jobs of each tenant, independent of the open view: polling continues as long as a job is running. Tenants with
 * running jobs are remembered, so that a reopened window continues; storage errors are ignored.
 *
 * The polling code is passed in, or loaded when needed: the first view waits for none of it.
 */
export class WatchedJobs {
  readonly #desk: Desk;
  readonly #storage: StoredJobs;
  readonly #watches = new SvelteMap<string, JobWatch>();
  #isOver = false;

  constructor(desk: Desk, storage: StoredJobs) {
    this.#desk = desk;
    this.#storage = storage;
  }

  /** Undefined if the tenant's jobs haven't been opened. */
  find(tenantId: string): JobWatch | undefined {
    return this.#watches.get(tenantId);
  }

  /** `historyPath`: the name of the tenant's job history in the API; undefined for the platform's. */
  of(tenantId: string, historyPath: () => string | undefined, Watch: typeof JobWatch): JobWatch {
    const known = this.#watches.get(tenantId);
    if (known !== undefined) {
      known.historyPath = historyPath;
      return known;
    }
    const watch: JobWatch = new Watch(this.#desk, tenantId, historyPath, (isLive) =>
      this.#remember(tenantId, isLive ? (watch.historyPath() ?? '') : undefined),
    );
    this.#watches.set(tenantId, watch);
    return watch;
  }

  /** Polls a tenant again that had a running job when the window was closed. */
  async resume(tenantId: string): Promise<void> {
    if (this.#watches.has(tenantId)) return;
    const path = this.#remembered(tenantId);
    if (path === undefined) return;
    const { JobWatch: Watch } = await import('./job-watch.svelte.ts');
    if (this.#isOver || this.#watches.has(tenantId)) return;
    await this.of(tenantId, () => (path === '' ? undefined : path), Watch).look();
  }

  end(): void {
    this.#isOver = true;
    for (const watch of this.#watches.values()) watch.end();
  }

  #remembered(tenantId: string): string | undefined {
    try {
      return this.#storage.getItem(keyOf(tenantId)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #remember(tenantId: string, path: string | undefined): void {
    try {
      if (path === undefined) this.#storage.removeItem(keyOf(tenantId));
      else this.#storage.setItem(keyOf(tenantId), path);
    } catch {
      return;
    }
  }
}

const keyOf = (tenantId: string): string => `jobs:${tenantId}`;
