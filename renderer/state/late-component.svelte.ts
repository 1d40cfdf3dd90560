import { whenIdle } from './when-idle.ts';

/**
 * A part of the frame that the first view does without, such as the review: it is not fetched with the page but when the window
 * has nothing else to do, so that it is at hand when it is asked for.
 */
export class LateComponent<Component> {
  readonly #load: () => Promise<{ readonly default: Component }>;
  #component = $state.raw<Component | undefined>(undefined);
  #fetching: Promise<void> | undefined;

  constructor(load: () => Promise<{ readonly default: Component }>) {
    this.#load = load;
  }

  /** Undefined until it was fetched. */
  get component(): Component | undefined {
    return this.#component;
  }

  /** Rejects where it cannot be had; the next call tries again. */
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

  /** The answer takes it back. What cannot be had now is fetched when it is needed. */
  fetchWhenIdle(): () => void {
    return whenIdle(() => void this.fetch().catch(() => undefined));
  }
}
