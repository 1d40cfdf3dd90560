import { untrack } from 'svelte';
import { getWorkspace } from '../../state/context.ts';

/**
 * The height of a section in the calling component. One that was empty at the last visit is one line high: its space
 * is given back at the next visit or on request, because deciding it later would move what is below.
 */
export function createSectionSize(name: string, isEmpty: () => boolean | undefined) {
  const { viewState } = getWorkspace();
  const key = `overview.empty:${name}`;
  let isLine = $state(viewState.getItem(key) === 'true');
  $effect(() => {
    const isEmptyNow = isEmpty();
    if (isEmptyNow === undefined) return;
    untrack(() => (isEmptyNow ? viewState.setItem(key, 'true') : viewState.removeItem(key)));
  });
  return {
    get isLine(): boolean {
      return isLine;
    },
    show: () => (isLine = false),
  };
}
