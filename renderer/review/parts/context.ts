import { createContext } from 'svelte';

/** The tenant of the change that is shown. */
export const [getShownTenant, setShownTenant] = createContext<() => string>();
