import type { PlanGroup } from './changes.ts';

type GroupDifference = NonNullable<PlanGroup['differences']>[number];

/** `Description: 2 values (“Owned by identity” 4×, “Owned by nobody” 1×)`: in what the items of a group differ. */
export function differenceLine({ label, distinct, values }: GroupDifference): string {
  const shown = values
    .filter(({ value }) => value !== '')
    .map(({ value, count }) => `“${value}” ${count.toLocaleString('en')}×`);
  const more =
    shown.length > 0 && distinct > shown.length
      ? [`${(distinct - shown.length).toLocaleString('en')} more`]
      : [];
  const listed = shown.length === 0 ? '' : ` (${[...shown, ...more].join(', ')})`;
  return `${label}: ${distinct.toLocaleString('en')} different values${listed}`;
}
