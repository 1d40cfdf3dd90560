import { plainLetters } from '../../languages/order/fold-text.ts';
import { compareNames } from '../../contract/values/name-order.ts';
import { createSearchedTexts } from '../../languages/order/searched-texts.ts';
import type { SearchedText } from '../../languages/order/searched-texts.ts';
import type { SearchQuery } from '../../languages/order/search-query.ts';
import { parseSearch } from './parse-search.ts';

/** One kind of value to filter a list by: an item's type, category or roles. */
export interface FilterGroup<Item> {
  /** Also the keyword in the search: `type` for `type:saml`. */
  readonly id: string;
  readonly label: string;
  readonly valuesOf: (item: Item) => readonly string[];
  /** The label of a value, if it isn't the value itself. */
  readonly labelOf?: (value: string) => string;
}

export interface ListOrder<Item> {
  readonly id: string;
  readonly label: string;
  /** Sorts by this first; equal ones by name. Absent: by name alone. */
  readonly rank?: (item: Item) => string | number;
}

/** Selected values by group: an item must have one of them in each group. */
export type ChosenValues = Readonly<Record<string, readonly string[]>>;

export interface Narrowing {
  readonly typed: string;
  readonly chosen: ChosenValues;
}

export interface FilterValue {
  readonly value: string;
  readonly label: string;
  /** Items that would be shown with it, given all other groups and the search. */
  readonly count: number;
}

/** An index of a list, so that a key costs one check per row: nothing is sorted or normalized then. */
export interface FilterIndex<Item> {
  /** All items, by name. */
  readonly items: readonly Item[];
  /** The IDs of the groups: the fields of the search. */
  readonly fields: readonly string[];
  /** Does at once what the first key would otherwise wait for. */
  prepare(): void;
  /**
   * The items to show. A search ranks them by how well their titles match, unless the list is sorted by something
   * other than the name.
   */
  find(
    narrowing: Narrowing,
    order: ListOrder<Item>,
    recency?: (item: Item) => number | undefined,
  ): readonly Item[];
  /** What of the search matches anywhere, to mark it. */
  queryOf(typed: string): SearchQuery;
  /** Every value of a group that an item has, selected ones included; the most frequent of all items first. */
  valuesOf(groupId: string, narrowing: Narrowing): readonly FilterValue[];
}

interface FilterIndexOptions<Item> extends SearchedText<Item> {
  readonly groups: readonly FilterGroup<Item>[];
}

/** Takes the items sorted by name. */
export function createFilterIndex<Item>(
  items: readonly Item[],
  { title, text, groups }: FilterIndexOptions<Item>,
): FilterIndex<Item> {
  const texts = createSearchedTexts(items, { title, text });
  const names = groups.map(({ id }) => id);
  const ordered = new Map<string, readonly number[]>();
  const byName = items.map((_, index) => index);
  const plainLabels = new Map<string, string>();

  function plainLabel(group: FilterGroup<Item>, value: string): string {
    const label = group.labelOf?.(value) ?? value;
    const known = plainLabels.get(label);
    if (known !== undefined) return known;
    const plain = plainLetters(label);
    plainLabels.set(label, plain);
    return plain;
  }

  function inOrder({ id, rank }: ListOrder<Item>): readonly number[] {
    if (rank === undefined) return byName;
    const known = ordered.get(id);
    if (known !== undefined) return known;
    const ranks = items.map(rank);
    const sorted = byName.toSorted((a, b) => compareRanks(ranks[a], ranks[b]) || a - b);
    ordered.set(id, sorted);
    return sorted;
  }

  /** Whether an item passes the filters, if there are any; `except` is a group to ignore. */
  function createTest({ typed, chosen }: Narrowing, except?: string): ((item: Item) => boolean) | undefined {
    const { named } = parseSearch(typed, names);
    const tests = groups.flatMap((group) => {
      const wanted = group.id === except ? [] : (chosen[group.id] ?? []);
      const spoken = named.filter(({ name: of }) => of === group.id).map(({ value }) => value);
      if (wanted.length === 0 && spoken.length === 0) return [];
      return (item: Item): boolean => {
        const values = group.valuesOf(item);
        return (
          (wanted.length === 0 || values.some((value) => wanted.includes(value))) &&
          spoken.every((part) => values.some((value) => plainLabel(group, value).includes(part)))
        );
      };
    });
    return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
  }

  return {
    items,
    fields: names,
    prepare: () => texts.prepare(),
    queryOf: (typed) => parseSearch(typed, names).query,
    find(narrowing, order, recency) {
      if (isWide(narrowing) && order.rank === undefined) return items;
      return texts.find(parseSearch(narrowing.typed, names).query, {
        accepts: createTest(narrowing),
        order: inOrder(order),
        ranked: order.rank === undefined,
        recency,
      });
    },
    valuesOf(groupId, narrowing) {
      const group = groups.find(({ id }) => id === groupId);
      if (group === undefined) return [];
      const all = countValues(group, items);
      const shown = countValues(
        group,
        texts.find(parseSearch(narrowing.typed, names).query, {
          accepts: createTest(narrowing, groupId),
          ranked: false,
        }),
      );
      // Selected values stay, so that they can be cleared even if the tenant no longer has them.
      for (const value of narrowing.chosen[groupId] ?? []) if (!all.has(value)) all.set(value, 0);
      return [...all]
        .map(([value, total]) => ({
          value,
          label: group.labelOf?.(value) ?? value,
          total,
          count: shown.get(value) ?? 0,
        }))
        .sort((a, b) => b.total - a.total || compareNames(a.label, b.label))
        .map(({ value, label, count }) => ({ value, label, count }));
    },
  };
}

const isWide = ({ typed, chosen }: Narrowing): boolean =>
  typed.trim() === '' && Object.values(chosen).every((values) => values.length === 0);

function compareRanks(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === b) return 0;
  return compareNames(String(a ?? ''), String(b ?? ''));
}

function countValues<Item>({ valuesOf }: FilterGroup<Item>, items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    for (const value of valuesOf(item)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
