import { compareNames } from '../../contract/values/name-order.ts';

/** A filter of a list: one value that an item has or has not. */
export interface FacetRule<Item> {
  readonly of: (item: Item) => string | undefined;
  /** The label of a value; by default the value itself. */
  readonly label?: ((value: string, example: Item) => string) | undefined;
  /** Values that come first, in this order; all others are sorted by frequency. */
  readonly order?: readonly string[] | undefined;
  /** The maximum number. */
  readonly max?: number | undefined;
}

interface Facet {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** The values that items have, with their counts. */
export function countFacets<Item>(items: readonly Item[], rule: FacetRule<Item>): readonly Facet[] {
  const { of, label = (value: string) => value, order = [], max = Infinity } = rule;
  const found = new Map<string, { readonly example: Item; count: number }>();
  for (const item of items) {
    const value = of(item);
    if (value === undefined || value === '') continue;
    const known = found.get(value);
    if (known === undefined) found.set(value, { example: item, count: 1 });
    else known.count += 1;
  }
  const rank = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length);
  return [...found]
    .map(([value, { example, count }]) => ({ value, label: label(value, example), count }))
    .sort((a, b) => rank(a.value) - rank(b.value) || b.count - a.count || compareNames(a.label, b.label))
    .slice(0, max);
}
