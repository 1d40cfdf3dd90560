import type { Snippet } from 'svelte';
import { getContext, hasContext, setContext } from 'svelte';

/** What a dialog is about that is opened without saying so itself: read whenever it is drawn. */
interface OverlayPlace {
  /** A CSS colour for the line on top; undefined for none. */
  readonly color: string | undefined;
  /** Stands beside the title; undefined for nothing. */
  readonly mark: Snippet | undefined;
}

const key = Symbol('overlay place');

/** Says for all dialogs below the component that calls it where they stand. */
export function setOverlayPlace(place: OverlayPlace): void {
  setContext(key, place);
}

/** Undefined where nobody says it. */
export function overlayPlace(): OverlayPlace | undefined {
  return hasContext(key) ? getContext<OverlayPlace>(key) : undefined;
}
