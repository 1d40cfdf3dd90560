import { createContext } from 'svelte';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { ToastQueue } from '../ui/index.ts';
import type { Clock } from './clock.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** Context that every view can read. Set once by App; each kit has a separate context for what belongs to it. */
export const [getDesk, setDesk] = createContext<Desk>();
export const [getWorkspace, setWorkspace] = createContext<Workspace>();
export const [getRouter, setRouter] = createContext<Router>();
export const [getToasts, setToasts] = createContext<ToastQueue>();
/** What of the views is listed elsewhere, such as in Settings. */
export interface ListedView {
  readonly name: string;
  readonly shortcut: string;
}

export const [getListedViews, setListedViews] = createContext<readonly ListedView[]>();
export const [getClock, setClock] = createContext<Clock>();
