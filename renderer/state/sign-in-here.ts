import { LateComponent } from './late-component.svelte.ts';

/** Signing in where a session is missing: few views need it, so none waits for it. */
export const signInHere = new LateComponent(() => import('./SignInHere.svelte'));
