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

/** Label of a difference, with the names of the two tenants. */
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
      return 'Ambiguous';
    case 'same':
      return 'Identical';
  }
}

const differenceOrder: readonly string[] = ['source', 'target', 'different', 'unclear', 'same'];

/** The rows of a comparison, with search, filters and selection. */
export class ComparisonList extends NarrowedList<ComparisonRow> {
  readonly #model: ComparisonModel;
  readonly #names: () => DifferenceLabels;
  readonly order: ListOrder<ComparisonRow> = { id: 'name', label: 'Name' };
  readonly index = $derived.by(() =>
    createFilterIndex(
      this.#model.rows.toSorted((one, other) => compareNames(one.name, other.name)),
      {
        title: ({ name }) => name,
        text: ({ name, about, summary }) => `${name} ${about} ${summary}`,
        groups: [
          {
            id: 'is',
            label: 'Difference',
            valuesOf: (row) => [this.#model.differenceOf(row)],
            labelOf: (value) => differenceLabel(value as DirectedDifference, this.#names()),
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
  /** Selected rows that can be copied to the current target. */
  readonly applicable = $derived.by(() => this.picked.filter((row) => this.whyNot(row) === ''));
  readonly webhooks = $derived.by(() => this.applicable.filter(({ kind }) => kind === 'webhook'));
  readonly others = $derived.by(() => this.applicable.filter(({ kind }) => kind !== 'webhook'));

  constructor(model: ComparisonModel, names: () => DifferenceLabels) {
    super();
    this.#model = model;
    this.#names = names;
  }

  /** Why a row can't be copied; empty if it can. */
  whyNot(row: ComparisonRow): string {
    const { source, target } = this.#names();
    switch (this.#model.differenceOf(row)) {
      case 'source':
      case 'different':
        return row.stays;
      case 'target':
        return `Not in ${source}. Swap direction to copy it from ${target}.`;
      case 'unclear':
        return 'More than one match.';
      case 'same':
        return 'Already identical.';
    }
  }
}
