import type { DriftedItem } from '../../../contract/overview/overview.ts';

export const keyOf = ({ kind, targetId }: Pick<DriftedItem, 'kind' | 'targetId'>): string =>
  `${kind} ${targetId}`;

/** What became of it: `added`, `script +4 −2 lines`. */
export function differenceLabels({ difference, summary }: DriftedItem): string {
  if (difference !== 'changed') return difference;
  return summary === '' ? 'changed; what it was before is not known' : summary;
}
