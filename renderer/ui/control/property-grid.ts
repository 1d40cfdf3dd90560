import { getContext, setContext } from 'svelte';

const key = Symbol('property grid');

/** Marks the fields below the calling component as properties: dense, with the label beside the control. */
export function beginPropertyGrid(): void {
  setContext(key, true);
}

export function isInPropertyGrid(): boolean {
  return getContext<boolean | undefined>(key) === true;
}
