import { getContext, hasContext, setContext, untrack } from 'svelte';

/** What the view has to say in the status bar, such as where its cursor is: the newest that is said. */
export class ViewStatus {
  #said = $state.raw<readonly (() => string)[]>([]);

  /** Empty where nothing is said. */
  get text(): string {
    return this.#said.at(-1)?.() ?? '';
  }

  /** Read whenever it is drawn; the answer takes it back. */
  say(text: () => string): () => void {
    this.#said = [...this.#said, text];
    return () => (this.#said = this.#said.filter((other) => other !== text));
  }
}

const key = Symbol('view status');

/** For the views below the component that calls it. */
export function setViewStatus(): ViewStatus {
  return setContext(key, new ViewStatus());
}

/** Says it in the status bar, if there is one, for as long as the component that calls this is there. */
export function sayInStatusBar(text: () => string): void {
  const status = hasContext(key) ? getContext<ViewStatus>(key) : undefined;
  $effect(() => untrack(() => status?.say(text)));
}
