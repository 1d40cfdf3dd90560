import type { ComparisonRow } from '../../../../contract/changes/comparisons.ts';
import { compareNames } from '../../../../contract/values/name-order.ts';
import { createFilterIndex } from '../../../lists/filter-index.ts';
import type { ListOrder } from '../../../lists/filter-index.ts';
import type { ChosenFilter } from '../../../lists/narrowed-list.svelte.ts';
import { NarrowedList } from '../../../lists/narrowed-list.svelte.ts';
import { targetKindLook } from '../../../review/target-kinds.ts';
import type { ComparisonModel, DirectedDifference } from './comparison-model.svelte.ts';

export interface DifferenceLabels {
  readonly source: string;
  readonly target: string;
}

/** What a difference is called in sight of the two tenants. */
export function differenceLabel(
  difference: DirectedDifference,
  { source, target }: DifferenceLabels,
): string {
  switch (difference) {
    case 'source':
      return `Only in ${source}`;
    case 'target':
      return `Only in ${target}`;
    case 'different':
      return 'Different';
    case 'unclear':
      return 'Not clear';
    case 'same':
      return 'The same';
  }
}

const differenceOrder: readonly string[] = ['source', 'target', 'different', 'unclear', 'same'];

/** The rows of a comparison as they are searched, narrowed and ticked. */
export class ComparisonList extends NarrowedList<ComparisonRow> {
  readonly #model: ComparisonModel;
  readonly #words: () => DifferenceLabels;
  readonly order: ListOrder<ComparisonRow> = { id: 'name', label: 'Name' };
  readonly index = $derived.by(() =>
    createFilterIndex(
      this.#model.rows.toSorted((one, other) => compareNames(one.name, other.name)),
      {
        text: ({ name, about, summary }) => `${name} ${about} ${summary}`,
        groups: [
          {
            id: 'is',
            label: 'Difference',
            valuesOf: (row) => [this.#model.differenceOf(row)],
            labelOf: (value) => differenceLabel(value as DirectedDifference, this.#words()),
          },
          {
            id: 'kind',
            label: 'Kind',
            valuesOf: ({ kind }) => [kind],
            labelOf: (kind) => targetKindLook(kind).label,
          },
        ],
      },
    ),
  );
  readonly offered = $derived.by((): readonly ChosenFilter[] =>
    ['is', 'kind'].flatMap((group) => {
      const values = this.valuesOf(group)
        .filter(({ value, count }) => count > 0 && !this.isChosen(group, value))
        .map((value) => ({ ...value, group }));
      return group === 'is'
        ? values.toSorted((a, b) => differenceOrder.indexOf(a.value) - differenceOrder.indexOf(b.value))
        : values;
    }),
  );
  /** Those that can be carried over to the target as it is now. */
  readonly carried = $derived.by(() => this.picked.filter((row) => this.whyNot(row) === ''));
  readonly webhooks = $derived.by(() => this.carried.filter(({ kind }) => kind === 'webhook'));
  readonly others = $derived.by(() => this.carried.filter(({ kind }) => kind !== 'webhook'));

  constructor(model: ComparisonModel, words: () => DifferenceLabels) {
    super();
    this.#model = model;
    this.#words = words;
  }

  /** Why a row cannot be carried over; empty where it can. */
  whyNot(row: ComparisonRow): string {
    const { source, target } = this.#words();
    switch (this.#model.differenceOf(row)) {
      case 'source':
      case 'different':
        return row.stays;
      case 'target':
        return `${source} has no such thing. Swap the direction to carry it over from ${target}.`;
      case 'unclear':
        return 'It is not known which one is meant.';
      case 'same':
        return 'It is the same already.';
    }
  }
}
