import type { ResultCell } from './results.ts';

/** Whether two cells are one value: of the same type where it is strict, or else what reads alike. */
export function alike(left: ResultCell, right: ResultCell, isStrict: boolean): boolean {
  return left === right || (!isStrict && readable(left) === readable(right));
}

const readable = (cell: ResultCell): string => (cell === null ? '' : String(cell));
