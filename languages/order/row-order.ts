import { cellText } from './cell-text.ts';
import { compareTexts, orderedText } from './text-order.ts';
import { isNumber } from '../json/exact-number.ts';
import { compareNumbers } from '../json/number-order.ts';

/** Sort column and direction. */
export interface RowSort {
  readonly key: string;
  readonly descending: boolean;
}

/**
 * The display order of the rows: indices into `count` rows. Stable; the original order without a sort.
 * Numbers sort by value, text naturally ("item 9" before "item 10"), false before true. Null is less than any
 * value, so it comes last when descending and first when ascending, as in SQLite.
 */
export function sortedOrder(
  count: number,
  sort: RowSort | undefined,
  cell: (row: number, key: string) => unknown,
): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  if (sort === undefined) return order;
  const direction = sort.descending ? -1 : 1;
  const compare = comparisonOf(order.map((row) => cell(row, sort.key)));
  return order.sort((a, b) => direction * compare(a, b) || a - b);
}

/** Compares two rows by values that are prepared once, because a sort compares every row many times. */
function comparisonOf(values: readonly unknown[]): (a: number, b: number) => number {
  if (values.every((value) => isEmpty(value) || typeof value === 'number')) {
    const numbers = values.map((value) => (typeof value === 'number' ? value : Number.NEGATIVE_INFINITY));
    return (a, b) => compareInOrder(numbers[a] ?? 0, numbers[b] ?? 0);
  }
  const texts = values.map((value) => orderedText(cellText(value)));
  return (a, b) => {
    const first = values[a];
    const second = values[b];
    if (isEmpty(first) || isEmpty(second)) return Number(isEmpty(second)) - Number(isEmpty(first));
    if (isNumber(first) && isNumber(second)) return compareNumbers(first, second);
    if (typeof first === 'boolean' && typeof second === 'boolean') return Number(first) - Number(second);
    return compareTexts(texts[a] ?? noText, texts[b] ?? noText);
  };
}

const noText = orderedText('');

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined;
}

function compareInOrder(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
