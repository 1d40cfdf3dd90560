import { formatNumber } from '../../languages/text/intl.ts';
import type { PlanGroup } from './changes.ts';

type GroupDifference = NonNullable<PlanGroup['differences']>[number];

/** How the items of a group differ: `Description: 2 values (“Owned by identity” 4×, “Owned by ops” 1×)`. */
export function differenceLine({ label, distinct, values }: GroupDifference): string {
  const shown = values
    .filter(({ value }) => value !== '')
    .map(({ value, count }) => `“${value}” ${formatNumber(count)}×`);
  const more =
    shown.length > 0 && distinct > shown.length ? [`${formatNumber(distinct - shown.length)} more`] : [];
  const listed = shown.length === 0 ? '' : ` (${[...shown, ...more].join(', ')})`;
  return `${label}: ${formatNumber(distinct)} different values${listed}`;
}
