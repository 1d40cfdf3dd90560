import { createContext } from 'svelte';
import type { ChangeSets } from './change-sets.svelte.ts';
import type { Review } from './review.svelte.ts';

export const [getReview, setReview] = createContext<Review>();
export const [getChangeSets, setChangeSets] = createContext<ChangeSets>();
