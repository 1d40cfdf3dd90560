import type { Snippet } from 'svelte';
import { getContext, hasContext, setContext } from 'svelte';

/** Default appearance of a dialog that sets none itself: read whenever it is rendered. */
interface OverlayPlace {
  /** A CSS color for the line on top; undefined for none. */
  readonly color: string | undefined;
  /** Beside the title; undefined for nothing. */
  readonly mark: Snippet | undefined;
}

const key = Symbol('overlay place');

/** Sets it for all dialogs below the calling component. */
export function setOverlayPlace(place: OverlayPlace): void {
  setContext(key, place);
}

/** Undefined if nothing sets it. */
export function overlayPlace(): OverlayPlace | undefined {
  return hasContext(key) ? getContext<OverlayPlace>(key) : undefined;
}
