import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DraftKind } from '../../../contract/drafts.ts';
import type { DeskError } from '../../../contract/errors.ts';

/** From a key to sending the draft; with the write it stays well under the promised 250 ms. */
const saveDelayMs = 100;

export interface DraftTarget {
  readonly tenantId: string;
  readonly kind: DraftKind;
  readonly targetId: string;
  /** What lists of drafts call it; from the text where that says its own name. */
  readonly title: string | ((content: string) => string);
}

/**
 * A text under edit. Every change is a draft at once: it is saved within moments, survives a crash, and is gone
 * when the text is back to what the tenant has.
 */
export class EditingDraft {
  readonly #desk: Desk;
  readonly #target: DraftTarget;
  #content = $state('');
  #base = $state.raw<string | null>(null);
  #savedAt = $state<number | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #isOpen = $state(false);
  /** A view that closes must not bring back a draft that was applied or discarded meanwhile. */
  #isUnsaved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(desk: Desk, target: DraftTarget) {
    this.#desk = desk;
    this.#target = target;
  }

  get content(): string {
    return this.#content;
  }

  /** What the tenant had when the person began. */
  get base(): string | null {
    return this.#base;
  }

  get isChanged(): boolean {
    return this.#isOpen && this.#content !== this.#base;
  }

  get savedAt(): number | undefined {
    return this.#savedAt;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens the saved draft, or `live` where there is none. */
  async open(live: string | null): Promise<void> {
    const { tenantId, kind, targetId } = this.#target;
    const draft = await this.#desk.drafts.get({ tenantId, kind, targetId });
    this.#content = draft?.content ?? live ?? '';
    this.#base = draft === undefined ? live : draft.base;
    this.#savedAt = draft?.savedAt;
    this.#isOpen = true;
  }

  /**
   * The tenant's state became known or changed. An untouched text follows it; a changed one keeps its base, unless
   * the tenant has by now what was typed: then there is nothing left to apply.
   */
  follow(live: string): void {
    if (!this.#isOpen) return;
    if (this.isChanged && this.#content === live) {
      this.#base = live;
      this.#isUnsaved = true;
      void this.flush();
    }
    if (this.isChanged) return;
    this.#base = live;
    this.#content = live;
  }

  change(content: string): void {
    if (content === this.#content) return;
    this.#content = content;
    this.#isUnsaved = true;
    // From the first key that is not saved yet, not from the last: whoever types on and on is saved all the same.
    this.#timer ??= setTimeout(() => void this.flush(), saveDelayMs);
  }

  /** Saves what is not saved yet, one write after the other. Never rejects: a failure becomes state. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** Back to what the tenant has. */
  async discard(live: string): Promise<void> {
    this.#content = live;
    this.#base = live;
    this.#isUnsaved = true;
    await this.flush();
  }

  /** The text was applied: it is the tenant's state now. */
  async settle(): Promise<void> {
    await this.discard(this.#content);
  }

  async #save(): Promise<void> {
    // A view may close before the draft was read: there is nothing of the person's to write then.
    if (!this.#isOpen || !this.#isUnsaved) return;
    this.#isUnsaved = false;
    const { tenantId, kind, targetId, title } = this.#target;
    try {
      if (this.#content === this.#base) {
        await this.#desk.drafts.discard({ tenantId, kind, targetId });
        this.#savedAt = undefined;
      } else {
        const content = this.#content;
        const saved = await this.#desk.drafts.save({
          tenantId,
          kind,
          targetId,
          title: typeof title === 'string' ? title : title(content),
          content,
          base: this.#base,
        });
        this.#savedAt = saved.savedAt;
      }
      this.#failure = undefined;
    } catch (thrown) {
      this.#isUnsaved = true;
      this.#failure = toDeskError(thrown);
    }
  }
}
