import { SvelteMap } from 'svelte/reactivity';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { VersionSummary } from '../../contract/changes/versions.ts';

/** The versions of one thing: their list at once, the state of one when it is looked at. */
export class VersionList<State> {
  readonly #desk: Desk;
  readonly #states = new SvelteMap<number, State>();
  /** Under way; nothing is shown from it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nobody is to run again for it
  readonly #readings = new Map<number, Promise<void>>();
  all = $state.raw<readonly VersionSummary[]>([]);
  isRead = $state(false);
  /** Why the list or the version that was asked for last cannot be shown. */
  failure = $state.raw<DeskError | undefined>(undefined);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async read({ tenantId, kind, targetId }: DraftKey): Promise<void> {
    await this.#tell(async () => {
      this.all = await this.#desk.versions.list({ tenantId, kind, targetId });
      this.isRead = true;
    });
  }

  /** Undefined until it was fetched. */
  state(id: number): State | undefined {
    return this.#states.get(id);
  }

  /** One request for all who ask at once. Undefined, with `failure` set, where it cannot be read. */
  async fetch(tenantId: string, id: number): Promise<State | undefined> {
    if (!this.#states.has(id)) {
      const reading = this.#readings.get(id) ?? this.#tell(() => this.#fetchState(tenantId, id));
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

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure = undefined;
    } catch (thrown) {
      this.failure = toDeskError(thrown);
    }
  }
}
