import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { flushPendingEdits } from '../ui/code/held-keys.ts';

/** What was typed and main does not have. */
export interface Unsaved {
  readonly content: unknown;
  readonly base: unknown;
  /** True where the person settled on this base: main would go on from an earlier one else. */
  readonly settlesBase: boolean;
  /** Of main's draft that it goes on from; undefined where main had none. */
  readonly revision: number | undefined;
  /** Why it could not be saved; undefined where another window's draft stands in the way. */
  readonly failure: DeskError | undefined;
  /** Whose view has it, open or closed: only that one goes on trying to save it. */
  readonly owner: UnsavedOwner;
}

export interface UnsavedOwner {
  /** Tries to save it. Never rejects. */
  flush(): Promise<void>;
}

const unsavedOf = new WeakMap<Desk, UnsavedDrafts>();

/** The drafts of a window that are nowhere but in it. They outlive the view in which they were typed. */
export class UnsavedDrafts {
  readonly #kept = new SvelteMap<string, Unsaved>();
  /** What was typed and is not on disk yet, failed or not. */
  readonly #waiting = new Set<UnsavedOwner>();
  /** Writes in progress, by address. */
  readonly #writes = new Map<string, Promise<void>>();

  /** Those of the window with this desk. */
  static of(desk: Desk): UnsavedDrafts {
    const known = unsavedOf.get(desk) ?? new UnsavedDrafts();
    unsavedOf.set(desk, known);
    return known;
  }

  get(key: DraftKey): Unsaved | undefined {
    return this.#kept.get(addressOf(key));
  }

  keep(key: DraftKey, unsaved: Unsaved): void {
    this.#kept.set(addressOf(key), unsaved);
  }

  letGo(key: DraftKey): void {
    this.#kept.delete(addressOf(key));
  }

  wait(owner: UnsavedOwner): void {
    this.#waiting.add(owner);
  }

  settle(owner: UnsavedOwner): void {
    this.#waiting.delete(owner);
  }

  /** `write` never rejects. */
  noteWrite(key: DraftKey, write: Promise<void>): void {
    const address = addressOf(key);
    const all = Promise.all([this.#writes.get(address), write]).then(() => {
      if (this.#writes.get(address) === all) this.#writes.delete(address);
    });
    this.#writes.set(address, all);
  }

  /** Resolves once every write of this draft that has begun in this window is done, saved or not. */
  async written(key: DraftKey): Promise<void> {
    const address = addressOf(key);
    while (this.#writes.has(address)) await this.#writes.get(address);
  }

  /** Has every view send what was typed in it: the page may be gone in a moment. Resolves once it is saved, or failed. */
  async saveTyped(): Promise<void> {
    flushPendingEdits();
    await Promise.all([...this.#waiting].map((owner) => owner.flush()));
  }

  /** Those that could not be saved. */
  get failed(): readonly Unsaved[] {
    return [...this.#kept.values()].filter(({ failure }) => failure !== undefined);
  }

  async saveAll(): Promise<void> {
    for (const { owner } of this.failed) await owner.flush();
  }
}

function addressOf({ tenantId, kind, targetId }: DraftKey): string {
  return JSON.stringify([tenantId, kind, targetId]);
}
