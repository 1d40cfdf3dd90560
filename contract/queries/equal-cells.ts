import type { ResultCell } from './results.ts';
import { isNumber, numberText } from '../../languages/json/exact-number.ts';
import { compareNumbers } from '../../languages/json/number-order.ts';

/** Whether two cells are one value: of the same type where it is strict, or else what reads alike. */
export function alike(left: ResultCell, right: ResultCell, isStrict: boolean): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  return !isStrict && readable(left) === readable(right);
}

const readable = (cell: ResultCell): string =>
  cell === null ? '' : isNumber(cell) ? numberText(cell) : String(cell);
