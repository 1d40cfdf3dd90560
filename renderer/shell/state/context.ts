import { createContext } from 'svelte';
import type { Desk } from '../../../contract/desk.ts';
import type { ToastQueue } from '../../ui/index.ts';
import type { ChangeSets } from '../change-sets/change-sets.svelte.ts';
import type { WatchedJobs } from '../jobs/watched-jobs.svelte.ts';
import type { OfflineControl } from '../offline/offline-control.svelte.ts';
import type { Clock } from './clock.svelte.ts';
import type { Review } from './review.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** What the shell hands to every view. Set once by App, read by whoever needs it. */
export const [getDesk, setDesk] = createContext<Desk>();
export const [getWorkspace, setWorkspace] = createContext<Workspace>();
export const [getRouter, setRouter] = createContext<Router>();
export const [getReview, setReview] = createContext<Review>();
export const [getChangeSets, setChangeSets] = createContext<ChangeSets>();
export const [getOffline, setOffline] = createContext<OfflineControl>();
export const [getWatchedJobs, setWatchedJobs] = createContext<WatchedJobs>();
export const [getToasts, setToasts] = createContext<ToastQueue>();
export const [getClock, setClock] = createContext<Clock>();
/** The tenant of the change that is shown. */
export const [getShownTenant, setShownTenant] = createContext<() => string>();
