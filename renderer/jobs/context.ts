import { createContext } from 'svelte';
import type { WatchedJobs } from './watched-jobs.svelte.ts';

export const [getWatchedJobs, setWatchedJobs] = createContext<WatchedJobs>();
