import { isSameState } from './same-state.ts';

/** An edited item: the edited state, the state the edit began with, and the tenant's state; all of one shape. */
export class EditedState<State> {
  readonly #initial: State;
  #content: State;
  #base = $state.raw<State | null>(null);
  #live = $state.raw<State | null>(null);

  constructor(initial: State) {
    this.#initial = initial;
    this.#content = $state.raw(initial);
  }

  get content(): State {
    return this.#content;
  }

  set content(content: State) {
    this.#content = content;
  }

  /** The tenant's state when editing began; null for an item that does not exist yet. */
  get base(): State | null {
    return this.#base;
  }

  set base(base: State | null) {
    this.#base = base;
  }

  /** True if this window knows of nothing left to apply. */
  get isUntouched(): boolean {
    return isSameState(this.#content, this.#untouched);
  }

  /** True if the item changed on the tenant since editing began. */
  get isBehind(): boolean {
    return (
      this.#base !== null &&
      this.#live !== null &&
      !isSameState(this.#live, this.#base) &&
      !isSameState(this.#live, this.#content)
    );
  }

  get #untouched(): State {
    return this.#base ?? this.#initial;
  }

  /** Nothing is edited yet. */
  begin(live: State | null): void {
    this.#live = live;
    this.backToLive();
  }

  backToLive(): void {
    this.#base = this.#live;
    this.#content = this.#untouched;
  }

  /** Equal values stay the same object: a view may derive its `live` from what it reads here. */
  learnLive(live: State): void {
    if (!isSameState(this.#live, live)) this.#live = live;
  }

  /** True if the tenant now has the edited state, which becomes the new base. */
  isTyped(live: State): boolean {
    return !this.isUntouched && isSameState(this.#content, live);
  }

  /** An unedited state follows the tenant; an edited one keeps the base. */
  follow(live: State): void {
    if (!this.isUntouched || isSameState(this.#base, live)) return;
    this.#base = live;
    this.#content = live;
  }

  /**
   * The user has reviewed the tenant's current state: from here on `base` is that state. Without edits there is
   * nothing to compare with, and the tenant's state is shown. Returns whether anything changed.
   */
  resolve(content: State, base: State): boolean {
    if (this.#base === null || (isSameState(content, this.#content) && isSameState(base, this.#base)))
      return false;
    const isEdit = !isSameState(content, base);
    this.#base = isEdit ? base : (this.#live ?? base);
    this.#content = isEdit ? content : this.#base;
    return true;
  }

  /** A base other than the one here is the tenant's state after something of the user's was applied. */
  learnBase(base: State | null): void {
    if (isSameState(base, this.#base)) return;
    this.#base = base;
    this.#live = base;
  }
}
