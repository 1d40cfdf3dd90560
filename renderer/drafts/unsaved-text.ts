import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { Unsaved, UnsavedDrafts, UnsavedOwner } from './unsaved-drafts.ts';

/** Unsaved edits of one view, held in the window; another view of the same item may have taken them over. */
export class UnsavedText {
  readonly #all: UnsavedDrafts;
  readonly #owner: UnsavedOwner;

  constructor(all: UnsavedDrafts, owner: UnsavedOwner) {
    this.#all = all;
    this.#owner = owner;
  }

  /** The view that owns it. */
  of(key: DraftKey): Unsaved | undefined {
    return this.#all.get(key);
  }

  isOurs(key: DraftKey): boolean {
    return this.#all.get(key)?.owner === this.#owner;
  }

  keep(key: DraftKey, unsaved: Omit<Unsaved, 'owner'>): void {
    this.#all.keep(key, { ...unsaved, owner: this.#owner });
  }

  /** The item continues under another ID. */
  move(from: DraftKey, to: DraftKey): void {
    const unsaved = this.#all.get(from);
    if (unsaved?.owner !== this.#owner) return;
    this.#all.letGo(from);
    this.#all.keep(to, unsaved);
  }

  /** Something was edited. */
  wait(): void {
    this.#all.wait(this.#owner);
  }

  noteWrite(key: DraftKey, write: Promise<void>): void {
    this.#all.noteWrite(key, write);
  }

  /** See `UnsavedDrafts.written`. */
  written(key: DraftKey): Promise<void> {
    return this.#all.written(key);
  }

  letGo(key: DraftKey): void {
    this.#all.resolve(this.#owner);
    if (this.isOurs(key)) this.#all.letGo(key);
  }

  /** Drops it even if another view owns it: main has it now. */
  resolve(key: DraftKey): void {
    this.#all.letGo(key);
  }
}
