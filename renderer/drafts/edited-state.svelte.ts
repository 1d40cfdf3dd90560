import { isSameState } from './same-state.ts';

/** What a person makes of a thing, what they began with, and what the tenant has: three states of one shape. */
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

  /** What the tenant had when the person began; null for a thing that does not exist yet. */
  get base(): State | null {
    return this.#base;
  }

  set base(base: State | null) {
    this.#base = base;
  }

  /** True where nothing is left to apply, as far as this window knows. */
  get isUntouched(): boolean {
    return isSameState(this.#content, this.#untouched);
  }

  /** True where somebody changed the thing in the tenant since the person began. */
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

  /** Nothing is typed yet. */
  begin(live: State | null): void {
    this.#live = live;
    this.backToLive();
  }

  backToLive(): void {
    this.#base = this.#live;
    this.#content = this.#untouched;
  }

  /** What is the same stays the same object: a view may make its `live` of what it reads here. */
  learnLive(live: State): void {
    if (!isSameState(this.#live, live)) this.#live = live;
  }

  /** True where the tenant has by now what was typed: it is what the person goes on from then. */
  isTyped(live: State): boolean {
    return !this.isUntouched && isSameState(this.#content, live);
  }

  /** An untouched state follows the tenant; a changed one keeps its base. */
  follow(live: State): void {
    if (!this.isUntouched || isSameState(this.#base, live)) return;
    this.#base = live;
    this.#content = live;
  }

  /**
   * The person has looked at what the tenant has by now: from here on `base` is what they began with. Without an edit there
   * is nothing to compare with, and what is shown is what the tenant has. Answers whether that is anything new.
   */
  settle(content: State, base: State): boolean {
    if (this.#base === null || (isSameState(content, this.#content) && isSameState(base, this.#base)))
      return false;
    const isEdit = !isSameState(content, base);
    this.#base = isEdit ? base : (this.#live ?? base);
    this.#content = isEdit ? content : this.#base;
    return true;
  }

  /** Another base than the one here is what the tenant has since something of the person's was applied. */
  learnBase(base: State | null): void {
    if (isSameState(base, this.#base)) return;
    this.#base = base;
    this.#live = base;
  }
}
