import { areEqualCells } from '../../../contract/queries/equal-cells.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import type { GridRows } from '../../ui/index.ts';
import { cellText } from '../../../languages/order/cell-text.ts';

type Row = readonly ResultCell[];

/** A row of differences starts with its kind and the columns that differ. */
const differenceCells = 2;

/** A column of both results, and its value in each of them. */
export interface Pair {
  readonly left: ResultCell;
  readonly right: ResultCell;
  /** The row is in both, with different values. */
  readonly isChanged: boolean;
}

/** The layout of a row of differences. */
interface DifferenceShape {
  readonly keys: number;
  /** Columns that both results have, besides the key. */
  readonly pairs: number;
  /** Columns that only one of them has. */
  readonly alone: number;
  readonly isStrict: boolean;
}

export const pairAt = (row: Row, column: number, { keys, isStrict }: DifferenceShape): Pair => {
  const at = differenceCells + keys + 2 * column;
  const [left, right] = [row[at] ?? null, row[at + 1] ?? null];
  return { left, right, isChanged: row[0] === 'different' && !areEqualCells(left, right, isStrict) };
};

/** Distinguishes text from numbers, null from an empty text, and whitespace from nothing. */
export function cellLabel(cell: ResultCell, other: ResultCell): string {
  if (cell === null) return 'null';
  if (typeof cell !== 'string') return cellText(cell);
  const isUnclear =
    cell.trim() !== cell || cell === '' || (other !== null && typeof other !== 'string') || cell === 'null';
  return isUnclear ? JSON.stringify(cell) : cell;
}

/** The text of a cell. */
function pairText(row: Row, pair: Pair): ResultCell {
  if (pair.isChanged) return `${cellLabel(pair.left, pair.right)} → ${cellLabel(pair.right, pair.left)}`;
  return row[0] === 'only right' ? pair.right : pair.left;
}

/** Rows of differences for a grid: kind, key, one cell for both values of a column, and the columns of one side. */
export function differenceRows(rows: GridRows, columns: readonly number[], shape: DifferenceShape): GridRows {
  const first = differenceCells + shape.keys + 2 * shape.pairs;
  const shown = (row: Row): ResultCell[] => [
    row[0] ?? null,
    ...row.slice(differenceCells, differenceCells + shape.keys),
    ...columns.map((column) => pairText(row, pairAt(row, column, shape))),
    ...Array.from({ length: shape.alone }, (_, at) => row[first + at] ?? null),
  ];
  return {
    get count() {
      return rows.count;
    },
    row(index) {
      const row = rows.row(index);
      return row === undefined ? undefined : shown(row as Row);
    },
    get sample() {
      return rows.sample.map((row) => shown(row as Row));
    },
  };
}
