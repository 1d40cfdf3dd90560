import { getContext, hasContext, setContext } from 'svelte';
import type { SearchQuery } from '../../../languages/order/search-query.ts';

const key = Symbol('search marks');

/** Marks what matches in the rows of the calling component; evaluated on each render. */
export function setSearchMarks(query: () => SearchQuery): void {
  setContext(key, query);
}

/** The search whose matches are marked here, if any. */
export function searchMarks(): (() => SearchQuery) | undefined {
  return hasContext(key) ? getContext<() => SearchQuery>(key) : undefined;
}
