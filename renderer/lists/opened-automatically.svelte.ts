/** How long the filter must stay as it is before another item is opened, ms: not with every key of a search. */
const pauseMs = 300;

interface Followed {
  readonly openId: () => string | undefined;
  readonly shown: () => readonly { readonly id: string }[];
  /** Whether the user works with the open item, so that it stays. */
  readonly isInUse: () => boolean;
  readonly open: (id: string) => void;
}

/**
 * The item that a view opens beside its list before the user opens one. If the filter hides it, the first shown item is
 * opened instead. Create while a component initializes.
 */
export class OpenedAutomatically {
  readonly #of: Followed;
  #id = $state.raw<string | undefined>();

  constructor(of: Followed) {
    this.#of = of;
    $effect(() => {
      const [first] = of.shown();
      if (!this.isOpen || first === undefined || of.shown().some(({ id }) => id === this.#id)) return;
      const timer = setTimeout(() => this.open(first.id), pauseMs);
      return () => clearTimeout(timer);
    });
  }

  open(id: string): void {
    this.#id = id;
    this.#of.open(id);
  }

  /** The user opened this one. */
  leave(): void {
    this.#id = undefined;
  }

  /** Whether the open item is the one that was opened automatically, and isn't in use. */
  get isOpen(): boolean {
    return this.#id !== undefined && this.#id === this.#of.openId() && !this.#of.isInUse();
  }
}
