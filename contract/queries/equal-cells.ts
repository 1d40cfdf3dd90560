import type { ResultCell } from './results.ts';
import { isNumber, numberText } from '../../languages/json/exact-number.ts';
import { compareNumbers } from '../../languages/json/number-order.ts';

/** Whether two cells are equal: strict requires the same type, otherwise the same text. */
export function areEqualCells(left: ResultCell, right: ResultCell, isStrict: boolean): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  return !isStrict && textOf(left) === textOf(right);
}

const textOf = (cell: ResultCell): string =>
  cell === null ? '' : isNumber(cell) ? numberText(cell) : String(cell);
