import { SvelteMap } from 'svelte/reactivity';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DraftKey } from '../../../contract/drafts.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { VersionSummary } from '../../../contract/versions.ts';

/** The versions of one thing: their list at once, the state of one when it is looked at. */
export class VersionList {
  readonly #desk: Desk;
  readonly #texts = new SvelteMap<number, string>();
  /** Under way; nothing is shown from it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nobody is to run again for it
  readonly #readings = new Map<number, Promise<void>>();
  readonly #textOf: (state: unknown) => string;
  all = $state.raw<readonly VersionSummary[]>([]);
  isRead = $state(false);
  /** Why the list or the version that was asked for last cannot be shown. */
  failure = $state.raw<DeskError | undefined>(undefined);

  /** `textOf` takes a state of its kind, as main has checked it. */
  constructor(desk: Desk, textOf: (state: unknown) => string) {
    this.#desk = desk;
    this.#textOf = textOf;
  }

  async read({ tenantId, kind, targetId }: DraftKey): Promise<void> {
    await this.#tell(async () => {
      this.all = await this.#desk.versions.list({ tenantId, kind, targetId });
      this.isRead = true;
    });
  }

  /** Undefined until it was fetched. */
  text(id: number): string | undefined {
    return this.#texts.get(id);
  }

  /** One request for all who ask at once. Undefined, with `failure` set, where it cannot be read. */
  async fetch(tenantId: string, id: number): Promise<string | undefined> {
    if (!this.#texts.has(id)) {
      const reading = this.#readings.get(id) ?? this.#tell(() => this.#fetchText(tenantId, id));
      this.#readings.set(id, reading);
      await reading;
      this.#readings.delete(id);
    }
    return this.#texts.get(id);
  }

  async #fetchText(tenantId: string, id: number): Promise<void> {
    const { state } = await this.#desk.versions.get({ tenantId, id });
    this.#texts.set(id, this.#textOf(state));
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
