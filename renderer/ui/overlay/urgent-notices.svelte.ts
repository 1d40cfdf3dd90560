import type { Snippet } from 'svelte';
import { getContext, hasContext, setContext } from 'svelte';

/**
 * A notice that the user must be able to answer anywhere, such as a question with a time limit. The page shows it,
 * and while a modal surface covers the page, the topmost surface does.
 */
class UrgentNotices {
  readonly #snippet: () => Snippet | undefined;
  #surfaces = $state.raw<readonly symbol[]>([]);

  constructor(snippet: () => Snippet | undefined) {
    this.#snippet = snippet;
  }

  /** Undefined if there is none. */
  get snippet(): Snippet | undefined {
    return this.#snippet();
  }

  /** True while a modal surface is open: the page behind it cannot be reached. */
  get isCovered(): boolean {
    return this.#surfaces.length > 0;
  }

  isOnTop(surface: symbol): boolean {
    return this.#surfaces.at(-1) === surface;
  }

  /** A surface opens; the returned function closes it. */
  cover(surface: symbol): () => void {
    this.#surfaces = [...this.#surfaces, surface];
    return () => (this.#surfaces = this.#surfaces.filter((other) => other !== surface));
  }
}

const key = Symbol('urgent notices');

/** For all dialogs below the calling component. */
export function setUrgentNotices(snippet: () => Snippet | undefined): UrgentNotices {
  return setContext(key, new UrgentNotices(snippet));
}

export function urgentNotices(): UrgentNotices | undefined {
  return hasContext(key) ? getContext<UrgentNotices>(key) : undefined;
}
