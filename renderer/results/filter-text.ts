import type { FilterComparison } from '../../contract/queries/result-formats.ts';
import type { ResultFilter } from '../../contract/queries/results.ts';

export const comparisonLabels: Readonly<Record<FilterComparison, string>> = {
  contains: 'contains',
  equals: 'is',
  differs: 'is not',
  less: 'is less than',
  greater: 'is greater than',
  empty: 'is empty',
  'not-empty': 'is not empty',
};

/** These comparisons take no text. */
export const needsNoText = (comparison: FilterComparison): boolean =>
  comparison === 'empty' || comparison === 'not-empty';

/** For example `EventType contains “Fail”`. */
export function filterText({ column, comparison, text }: ResultFilter, names: readonly string[]): string {
  const name = column === null ? 'Any column' : (names[column] ?? '');
  return `${name} ${comparisonLabels[comparison]}${needsNoText(comparison) ? '' : ` “${text}”`}`;
}
