import { LateComponent } from '../../state/late-component.svelte.ts';

/** What is shown beside the list of applications, with the editors of all its tabs: the list is shown without waiting for it. */
export const applicationDetail = new LateComponent(() => import('./ApplicationDetail.svelte'));
