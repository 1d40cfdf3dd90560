import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { flushPendingEdits } from '../ui/code/held-keys.ts';

/** Edits that main does not have yet. */
export interface Unsaved {
  readonly content: unknown;
  readonly base: unknown;
  /** True if the user accepted this base: otherwise main would continue from an earlier one. */
  readonly resolvesBase: boolean;
  /** Revision of main's draft that it builds on; undefined if main had none. */
  readonly revision: number | undefined;
  /** Why it could not be saved; undefined if another window's draft blocks it. */
  readonly failure: DeskError | undefined;
  /** The view that owns it, open or closed: only that one retries the save. */
  readonly owner: UnsavedOwner;
}

export interface UnsavedOwner {
  /** Tries to save it. Never rejects. */
  flush(): Promise<void>;
}

const unsavedOf = new WeakMap<Desk, UnsavedDrafts>();

/** The drafts that exist only in this window. They outlive the view in which they were edited. */
export class UnsavedDrafts {
  readonly #unsaved = new SvelteMap<string, Unsaved>();
  /** Edits that are not on disk yet, failed or not. */
  readonly #waiting = new Set<UnsavedOwner>();
  /** Writes in progress, by draft. */
  readonly #writes = new Map<string, Promise<void>>();

  /** The unsaved drafts of the window that uses this bridge. */
  static of(desk: Desk): UnsavedDrafts {
    const known = unsavedOf.get(desk) ?? new UnsavedDrafts();
    unsavedOf.set(desk, known);
    return known;
  }

  get(key: DraftKey): Unsaved | undefined {
    return this.#unsaved.get(addressOf(key));
  }

  keep(key: DraftKey, unsaved: Unsaved): void {
    this.#unsaved.set(addressOf(key), unsaved);
  }

  letGo(key: DraftKey): void {
    this.#unsaved.delete(addressOf(key));
  }

  wait(owner: UnsavedOwner): void {
    this.#waiting.add(owner);
  }

  resolve(owner: UnsavedOwner): void {
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

  /** Resolves once every write of this draft that began in this window is done, saved or not. */
  async written(key: DraftKey): Promise<void> {
    const address = addressOf(key);
    while (this.#writes.has(address)) await this.#writes.get(address);
  }

  /**
   * Makes every view send its edits: the page may be discarded at any time. Resolves once they are saved, or
   * failed.
   */
  async saveTyped(): Promise<void> {
    flushPendingEdits();
    await Promise.all([...this.#waiting].map((owner) => owner.flush()));
  }

  /** Those that could not be saved. */
  get failed(): readonly Unsaved[] {
    return [...this.#unsaved.values()].filter(({ failure }) => failure !== undefined);
  }

  async saveAll(): Promise<void> {
    for (const { owner } of this.failed) await owner.flush();
  }
}

function addressOf({ tenantId, kind, targetId }: DraftKey): string {
  return JSON.stringify([tenantId, kind, targetId]);
}
