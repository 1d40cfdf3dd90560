import type { SearchQuery } from '../../../languages/order/search-query.ts';
import { createSearchedTexts } from '../../../languages/order/searched-texts.ts';
import type { Option } from './option.ts';

/** More options than anyone reads; more would only slow down the list. */
const maxShown = 200;

/** Finds options by text: at most 200, best first. `near`: also those one letter off, if nothing else matches. */
export function createOptionSearch<Value extends string>(
  options: readonly Option<Value>[],
  { near }: { readonly near: boolean },
): (query: SearchQuery) => Option<Value>[] {
  const texts = createSearchedTexts(options, {
    title: ({ label }) => label,
    text: ({ label, hint = '' }) => `${label} ${hint}`,
  });
  return (query) => texts.find(query, { near }).slice(0, maxShown);
}
