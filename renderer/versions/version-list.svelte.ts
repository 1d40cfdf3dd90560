import { SvelteMap } from 'svelte/reactivity';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { VersionSummary } from '../../contract/changes/versions.ts';

/** The versions of one item: the list at once, the state of each on demand. */
export class VersionList<State> {
  readonly #desk: Desk;
  readonly #states = new SvelteMap<number, State>();
  /** In progress; nothing is shown from it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no effect depends on it
  readonly #readings = new Map<number, Promise<void>>();
  all = $state.raw<readonly VersionSummary[]>([]);
  isRead = $state(false);
  /** Why the list or the last requested version cannot be shown. */
  failure = $state.raw<DeskError | undefined>(undefined);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async read({ tenantId, kind, targetId }: DraftKey): Promise<void> {
    await this.#attempt(async () => {
      this.all = await this.#desk.versions.list({ tenantId, kind, targetId });
      this.isRead = true;
    });
  }

  /** Undefined until it was loaded. */
  state(id: number): State | undefined {
    return this.#states.get(id);
  }

  /** One request for concurrent callers. Undefined, with `failure` set, if it cannot be read. */
  async fetch(tenantId: string, id: number): Promise<State | undefined> {
    if (!this.#states.has(id)) {
      const reading = this.#readings.get(id) ?? this.#attempt(() => this.#fetchState(tenantId, id));
      this.#readings.set(id, reading);
      await reading;
      this.#readings.delete(id);
    }
    return this.#states.get(id);
  }

  async #fetchState(tenantId: string, id: number): Promise<void> {
    const { state } = await this.#desk.versions.get({ tenantId, id });
    // Main has checked it with the schema of its kind.
    this.#states.set(id, state as State);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure = undefined;
    } catch (thrown) {
      this.failure = toDeskError(thrown);
    }
  }
}
