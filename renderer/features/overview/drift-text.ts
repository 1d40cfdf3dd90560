import type { DriftedItem } from '../../../contract/overview/overview.ts';

export const keyOf = ({ kind, targetId }: Pick<DriftedItem, 'kind' | 'targetId'>): string =>
  `${kind} ${targetId}`;

/** The kind of change: `added`, `script +4 −2 lines`. */
export function differenceLabels({ difference, summary }: DriftedItem): string {
  if (difference !== 'changed') return difference;
  return summary === '' ? 'changed; no earlier snapshot' : summary;
}
