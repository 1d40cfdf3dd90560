import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { Unsaved, UnsavedDrafts, UnsavedOwner } from './unsaved-drafts.ts';

/** What one view keeps in the window because main does not have it; another view of the same thing may have taken it up. */
export class UnsavedText {
  readonly #all: UnsavedDrafts;
  readonly #owner: UnsavedOwner;

  constructor(all: UnsavedDrafts, owner: UnsavedOwner) {
    this.#all = all;
    this.#owner = owner;
  }

  /** Whoever has it. */
  of(key: DraftKey): Unsaved | undefined {
    return this.#all.get(key);
  }

  isOurs(key: DraftKey): boolean {
    return this.#all.get(key)?.owner === this.#owner;
  }

  keep(key: DraftKey, unsaved: Omit<Unsaved, 'owner'>): void {
    this.#all.keep(key, { ...unsaved, owner: this.#owner });
  }

  /** The thing goes on under another identifier. */
  move(from: DraftKey, to: DraftKey): void {
    const unsaved = this.#all.get(from);
    if (unsaved?.owner !== this.#owner) return;
    this.#all.letGo(from);
    this.#all.keep(to, unsaved);
  }

  /** Something was typed. */
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
    this.#all.settle(this.#owner);
    if (this.isOurs(key)) this.#all.letGo(key);
  }

  /** Lets go of it also where another view has it: main has it now. */
  settle(key: DraftKey): void {
    this.#all.letGo(key);
  }
}
