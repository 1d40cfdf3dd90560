import { plainLetters } from './fold-text.ts';
import { hasInOrder, isNearAt, nearCheck, termStarts } from './search-query.ts';
import type { SearchQuery } from './search-query.ts';

/** What a user may search an item by. */
export interface SearchedText<Item> {
  readonly title: (item: Item) => string;
  /** All of it, the title included. */
  readonly text: (item: Item) => string;
}

interface SearchRules<Item> {
  /** Other conditions. */
  readonly accepts?: ((item: Item) => boolean) | undefined;
  /** False: only finds, and leaves the items in their order. A list by time stays one. */
  readonly ranked?: boolean | undefined;
  /** Among equally good matches, the smallest number comes first; undefined after all numbers. */
  readonly recency?: ((item: Item) => number | undefined) | undefined;
  /** The indexes of the items in another order: it decides among equally good matches. */
  readonly order?: readonly number[] | undefined;
  /** Among equally good matches, shorter titles come first. For commands, which have no order. */
  readonly shortFirst?: boolean | undefined;
  /** False: nothing that is one letter off. */
  readonly near?: boolean | undefined;
  /** If nothing else matches, titles that contain the letters in this order, however far apart. */
  readonly scattered?: boolean | undefined;
}

/** The searchable texts of a list, folded once, so that a key costs one check per item. */
export interface SearchedTexts<Item> {
  /** Folds the texts now, which the first search would otherwise do. */
  prepare(): void;
  /**
   * The items that match, best first: the whole title, its beginning, the beginning of its words, their initials, its
   * inside, then other texts. If nothing matches: what is one letter off.
   */
  find(query: SearchQuery, rules?: SearchRules<Item>): Item[];
}

type Rank = (index: number) => number | undefined;

export function createSearchedTexts<Item>(
  items: readonly Item[],
  { title: titleOf, text: textOf }: SearchedText<Item>,
): SearchedTexts<Item> {
  let titles: readonly string[] = [];
  let texts: readonly string[] = [];
  /** The titles with their words marked. */
  let marked: readonly string[] = [];
  /** Read when a search first needs them. */
  const initials: string[] = [];
  let isPrepared = false;

  function prepare(): void {
    if (isPrepared) return;
    isPrepared = true;
    titles = items.map((item) => plainLetters(titleOf(item)));
    texts = items.map((item) => plainLetters(textOf(item)));
    marked = titles.map(markTerms);
  }

  function hasInitials(index: number, letters: string): boolean {
    // Most titles begin with another letter: their initials are never needed.
    if (letters.length < 2 || titles[index]?.[0] !== letters[0]) return false;
    initials[index] ??= initialsOf(titles[index] ?? '');
    return initials[index].startsWith(letters);
  }

  /** Smaller is better; undefined: no match. */
  function createRank({ text: whole, terms, letters }: SearchQuery): Rank {
    const markedWhole = markTerms(whole);
    const markedTerms = terms.map(markTerms);
    return (index) => {
      const text = texts[index] ?? '';
      if (!hasAll(text, terms)) return hasInitials(index, letters) ? ranks.initials : undefined;
      const starts = marked[index] ?? '';
      const title = titles[index] ?? '';
      if (title.startsWith(whole)) return title.length === whole.length ? ranks.whole : ranks.start;
      if (starts.includes(markedWhole)) return ranks.term;
      if (terms.length > 1 && hasAll(starts, markedTerms)) return ranks.allTerms;
      if (hasInitials(index, letters)) return ranks.initials;
      if (title.includes(whole)) return ranks.inside;
      return terms.length > 1 && hasAll(title, terms) ? ranks.insideAll : ranks.other;
    };
  }

  const rankScattered =
    ({ letters }: SearchQuery): Rank =>
    (index) =>
      hasInOrder(titles[index] ?? '', letters) ? ranks.other : undefined;

  /** Collected by rank, in their order: nothing needs to be sorted but ties. */
  function collect(rules: SearchRules<Item>, rankOf: Rank): Item[] {
    const { accepts, ranked = true, order } = rules;
    const byRank: number[][] = Array.from({ length: rankCount }, () => []);
    for (let at = 0; at < items.length; at += 1) {
      const index = order === undefined ? at : (order[at] ?? at);
      const rank = rankOf(index);
      const item = items[index];
      if (rank === undefined || item === undefined || accepts?.(item) === false) continue;
      byRank[ranked ? rank : 0]?.push(index);
    }
    if (ranked) for (const tied of byRank) breakTies(tied, rules);
    return byRank.flatMap((indexes) => indexes.flatMap((index) => items[index] ?? []));
  }

  function breakTies(tied: number[], { recency, shortFirst = false }: SearchRules<Item>): void {
    if (tied.length < 2) return;
    if (shortFirst) tied.sort((one, other) => lengthOf(one) - lengthOf(other));
    if (recency !== undefined) sortByRecency(tied, items, recency);
  }

  const lengthOf = (index: number): number => titles[index]?.length ?? 0;

  return {
    prepare,
    find(query, rules = {}) {
      if (query.text === '') return collect({ ...rules, ranked: false }, () => ranks.whole);
      prepare();
      const found = collect(rules, createRank(query));
      if (found.length > 0 || rules.near === false) return found;
      const near = collect(rules, createNearRank(query, titles));
      if (near.length > 0) return near;
      const scattered = rules.scattered === true ? collect(rules, rankScattered(query)) : [];
      return scattered.length > 0 ? scattered : collect(rules, createNearRank(query, texts));
    },
  };
}

/** For a search that nothing matches: what is one letter off, in the titles or in all texts. */
function createNearRank({ text: whole, terms }: SearchQuery, searched: readonly string[]): Rank {
  const checks = terms.map(nearCheck);
  return (index) => {
    const text = searched[index] ?? '';
    if (!checks.every((check) => check(text))) return undefined;
    const starts = termStarts(text);
    const isNear = terms.every(
      (term) => text.includes(term) || starts.some((at) => isNearAt(text, at, term)),
    );
    if (!isNear) return undefined;
    return isNearAt(text, 0, whole) ? ranks.start : ranks.other;
  };
}

function sortByRecency<Item>(
  indexes: number[],
  items: readonly Item[],
  recency: (item: Item) => number | undefined,
): void {
  const places = new Map<number, number>();
  for (const index of indexes) {
    const item = items[index];
    const place = item === undefined ? undefined : recency(item);
    if (place !== undefined) places.set(index, place);
  }
  if (places.size === 0) return;
  const placeOf = (index: number): number => places.get(index) ?? Number.MAX_SAFE_INTEGER;
  indexes.sort((one, other) => placeOf(one) - placeOf(other));
}

const ranks = {
  whole: 0,
  start: 1,
  term: 2,
  allTerms: 3,
  initials: 4,
  inside: 5,
  insideAll: 6,
  other: 7,
} as const;

const rankCount = Object.keys(ranks).length;

/** With a mark before each word, so that finding the beginning of one is a plain search. */
function markTerms(text: string): string {
  let result = '';
  let from = 0;
  for (const at of termStarts(text)) {
    result += `${text.slice(from, at)}\u0001`;
    from = at;
  }
  return result + text.slice(from);
}

const initialsOf = (title: string): string =>
  termStarts(title)
    .map((at) => title.charAt(at))
    .join('');

function hasAll(text: string, terms: readonly string[]): boolean {
  for (const term of terms) if (!text.includes(term)) return false;
  return true;
}
