import { byIdentifier, identifiersOf } from './by-identifier.ts';
import type { SearchQuery } from '../../languages/order/search-query.ts';
import type { ChosenValues, FilterIndex, FilterValue, ListOrder, Narrowing } from './filter-index.ts';

/** What a list needs to identify an item. */
export interface ListedItem {
  readonly id: string;
  readonly name: string;
}

/** A filter value as a chip shows it. */
export interface ChosenFilter extends FilterValue {
  readonly group: string;
}

/** The shown items of a list, its filters, and the selected items. Each feature defines its items and filters. */
export abstract class NarrowedList<Item extends ListedItem> {
  typed = $state('');
  /** IDs in the order of selection; some of them may be hidden by the filter. */
  selection = $state.raw(identifiersOf([]));
  #chosen = $state.raw<ChosenValues>({});
  /** How many other items were opened since; undefined: not recently. */
  recency: ((item: Item) => number | undefined) | undefined;

  abstract readonly index: FilterIndex<Item>;
  abstract readonly order: ListOrder<Item>;
  /** Values worth a chip although they are not selected. */
  abstract readonly offered: readonly ChosenFilter[];
  /** Whether values may be offered once the items are known. */
  readonly mayOffer: boolean = true;

  readonly #byId = $derived.by(() => byIdentifier(this.index.items));
  readonly shown = $derived.by(() => this.index.find(this.narrowing, this.order, this.recency));
  /** What the search marks in the rows. */
  readonly query = $derived.by((): SearchQuery => this.index.queryOf(this.typed));
  /** Selected items that the tenant still has. */
  readonly picked = $derived.by(() => [...this.selection].flatMap((id) => this.#byId.get(id) ?? []));
  /** How many of them the filter hides. */
  readonly hiddenPicked = $derived.by(() => {
    if (this.selection.size === 0) return 0;
    const visible = this.shown.reduce((count, { id }) => count + (this.selection.has(id) ? 1 : 0), 0);
    return this.picked.length - visible;
  });
  readonly filters = $derived.by((): readonly ChosenFilter[] =>
    Object.entries(this.#chosen).flatMap(([group, chosen]) =>
      this.index
        .valuesOf(group, this.narrowing)
        .filter(({ value }) => chosen.includes(value))
        .map((value) => ({ ...value, group })),
    ),
  );

  get narrowing(): Narrowing {
    return { typed: this.typed, chosen: this.#chosen };
  }

  /** True if the filter hides items. */
  get isNarrowed(): boolean {
    return this.typed.trim() !== '' || this.filters.length > 0;
  }

  find(id: string | undefined): Item | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  valuesOf(group: string): readonly FilterValue[] {
    return this.index.valuesOf(group, this.narrowing);
  }

  isChosen(group: string, value: string): boolean {
    return this.#chosen[group]?.includes(value) ?? false;
  }

  toggleFilter(group: string, value: string): void {
    const before = this.#chosen[group] ?? [];
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    const { [group]: _, ...others } = this.#chosen;
    this.#chosen = after.length === 0 ? others : { ...others, [group]: after };
  }

  dropFilters(): void {
    this.#chosen = {};
  }

  showAll(): void {
    this.typed = '';
    this.#chosen = {};
  }

  chooseAll(): void {
    this.selection = identifiersOf(this.shown);
  }

  chooseNone(): void {
    this.selection = identifiersOf([]);
  }
}
