import { whenIdle } from './when-idle.ts';

/**
 * A component that the first view doesn't need, such as the review: it is loaded when the window is idle, so that it
 * is ready when needed.
 */
export class LateComponent<Component> {
  readonly #load: () => Promise<{ readonly default: Component }>;
  #component = $state.raw<Component | undefined>(undefined);
  #fetching: Promise<void> | undefined;

  constructor(load: () => Promise<{ readonly default: Component }>) {
    this.#load = load;
  }

  /** Undefined until it was loaded. */
  get component(): Component | undefined {
    return this.#component;
  }

  /** Rejects if loading fails; the next call tries again. */
  fetch(): Promise<void> {
    this.#fetching ??= this.#load().then(
      (module) => {
        this.#component = module.default;
      },
      (error: unknown) => {
        this.#fetching = undefined;
        throw error;
      },
    );
    return this.#fetching;
  }

  /** Returns a function that cancels it. What can't be loaded now is loaded when it is needed. */
  fetchWhenIdle(): () => void {
    return whenIdle(() => void this.fetch().catch(() => undefined));
  }
}
