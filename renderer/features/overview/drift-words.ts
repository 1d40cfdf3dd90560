import type { DriftedThing } from '../../../contract/overview/overview.ts';

export const keyOf = ({ kind, targetId }: Pick<DriftedThing, 'kind' | 'targetId'>): string =>
  `${kind} ${targetId}`;

/** What became of it: `added`, `script +4 −2 lines`. */
export function differenceWords({ difference, summary }: DriftedThing): string {
  if (difference !== 'changed') return difference;
  return summary === '' ? 'changed; what it was before is not known' : summary;
}
