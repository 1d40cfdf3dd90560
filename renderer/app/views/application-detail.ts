import { LateComponent } from '../../state/late-component.svelte.ts';

/** The pane beside the list of applications, with the editors of all its tabs: the list doesn't wait for it. */
export const applicationDetail = new LateComponent(() => import('./ApplicationDetail.svelte'));
