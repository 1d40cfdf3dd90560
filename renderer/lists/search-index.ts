import { compareNames } from '../../contract/values/name-order.ts';
import { readQuery } from '../../languages/order/search-query.ts';
import type { SearchQuery } from '../../languages/order/search-query.ts';
import { createSearchedTexts } from '../../languages/order/searched-texts.ts';
import type { SearchedText } from '../../languages/order/searched-texts.ts';

/** The searchable texts of a list, prepared once so that a key costs one check per row. */
interface SearchIndex<Item> {
  /** All items, in the order of the list. */
  readonly items: readonly Item[];
  /** The items that match and are accepted, best first; all in the order of the list for an empty search. */
  find(search: string | SearchQuery, accepts?: (item: Item) => boolean): readonly Item[];
}

interface SearchIndexOptions<Item> extends SearchedText<Item> {
  /** `title` (default); `given`: in the order of the items; `time`: in that order, in a search too. */
  readonly order?: 'title' | 'given' | 'time';
  /** How many others were opened since; undefined: not recently. */
  readonly recency?: ((item: Item) => number | undefined) | undefined;
}

export function createSearchIndex<Item>(
  given: readonly Item[],
  { title, text, order = 'title', recency }: SearchIndexOptions<Item>,
): SearchIndex<Item> {
  const items = order === 'title' ? given.toSorted((a, b) => compareNames(title(a), title(b))) : given;
  const texts = createSearchedTexts(items, { title, text });
  return {
    items,
    find: (search, accepts) =>
      texts.find(typeof search === 'string' ? readQuery(search) : search, {
        accepts,
        ranked: order !== 'time',
        recency,
      }),
  };
}
