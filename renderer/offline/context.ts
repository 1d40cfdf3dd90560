import { createContext } from 'svelte';
import type { OfflineControl } from './offline-control.svelte.ts';

export const [getOffline, setOffline] = createContext<OfflineControl>();
