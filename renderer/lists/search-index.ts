import { compareNames } from '../../contract/values/name-order.ts';
import { plainLetters, searchTerms } from '../../languages/order/fold-text.ts';

/** The searchable texts of a list, prepared once so that a key costs one check per row. */
interface SearchIndex<Item> {
  /** All items, in the order of the list. */
  readonly items: readonly Item[];
  /** The items that contain every word of `typed` and are accepted, in the order of the list. */
  find(typed: string, accepts?: (item: Item) => boolean): readonly Item[];
}

interface SearchIndexOptions<Item> {
  /** Texts that a user may search an item by. */
  readonly text: (item: Item) => string;
  /** Sorts by this name; without it the items keep their order. */
  readonly name?: ((item: Item) => string) | undefined;
}

export function createSearchIndex<Item>(
  given: readonly Item[],
  { text, name }: SearchIndexOptions<Item>,
): SearchIndex<Item> {
  const items = name === undefined ? given : given.toSorted((a, b) => compareNames(name(a), name(b)));
  const texts = items.map((item) => plainLetters(text(item)));
  return {
    items,
    find(typed, accepts = () => true) {
      const terms = searchTerms(typed);
      return items.filter((item, index) => {
        const searched = texts[index] ?? '';
        return terms.every((term) => searched.includes(term)) && accepts(item);
      });
    },
  };
}
