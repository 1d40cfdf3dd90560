import { createContext } from 'svelte';

/** The tenant of the shown change. */
export const [getShownTenant, setShownTenant] = createContext<() => string>();
