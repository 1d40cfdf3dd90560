import { alike } from '../../../contract/queries/equal-cells.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import type { GridRows } from '../../ui/index.ts';
import { cellText } from '../../../languages/order/cell-text.ts';

type Row = readonly ResultCell[];

/** A row of differences begins with what it is, and which columns differ. */
const differenceCells = 2;

/** A column of both results, and its value in each of them. */
export interface Pair {
  readonly left: ResultCell;
  readonly right: ResultCell;
  /** The row is in both, and they are not alike. */
  readonly isChanged: boolean;
}

/** Where things stand in a row of differences. */
interface DifferenceShape {
  readonly keys: number;
  /** Columns that both results have, beside the key. */
  readonly pairs: number;
  /** Columns that one of them has. */
  readonly alone: number;
  readonly isStrict: boolean;
}

export const pairAt = (row: Row, column: number, { keys, isStrict }: DifferenceShape): Pair => {
  const at = differenceCells + keys + 2 * column;
  const [left, right] = [row[at] ?? null, row[at + 1] ?? null];
  return { left, right, isChanged: row[0] === 'different' && !alike(left, right, isStrict) };
};

/** So that nobody takes a text for a number, nothing for an empty text, or blanks for nothing. */
export function told(cell: ResultCell, other: ResultCell): string {
  if (cell === null) return 'null';
  if (typeof cell !== 'string') return cellText(cell);
  const isUnclear =
    cell.trim() !== cell || cell === '' || (other !== null && typeof other !== 'string') || cell === 'null';
  return isUnclear ? JSON.stringify(cell) : cell;
}

/** What a cell says in one text. */
function pairText(row: Row, pair: Pair): ResultCell {
  if (pair.isChanged) return `${told(pair.left, pair.right)} → ${told(pair.right, pair.left)}`;
  return row[0] === 'only right' ? pair.right : pair.left;
}

/** Rows of differences as a grid shows them: what they are, their key, one cell for both values of a column, and those of one side. */
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
