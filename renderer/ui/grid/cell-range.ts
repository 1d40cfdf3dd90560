import { formatNumber, plural } from '../../../languages/text/intl.ts';
import { cellText, type CellValue } from './cell-value.ts';

/** A cell by the row and column shown, both from 0. */
export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, ends included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function rangeBetween(a: CellAddress, b: CellAddress): CellRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

export function contains(range: CellRange, { row, column }: CellAddress): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** The cells as tab-separated text for spreadsheets: cells with tabs, quotes or line breaks are quoted. */
export function rangeText(range: CellRange, cell: (address: CellAddress) => CellValue): string {
  const lines: string[] = [];
  for (let row = range.top; row <= range.bottom; row += 1) {
    const cells: string[] = [];
    for (let column = range.left; column <= range.right; column += 1) {
      cells.push(quoted(cellText(cell({ row, column }))));
    }
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The selection in the status bar: the number of cells, and the sum if all non-empty ones are numbers. */
export function rangeSummary(
  range: CellRange,
  cell: (address: CellAddress) => CellValue,
  isThere: (row: number) => boolean = () => true,
): string {
  const count = (range.bottom - range.top + 1) * (range.right - range.left + 1);
  const cells = `${formatNumber(count)} ${plural(count, { one: 'cell', other: 'cells' })}`;
  // Summing a whole large result on every arrow press would be slow.
  if (count < 2 || count > 100_000) return cells;
  let sum = 0;
  let numbers = 0;
  for (let row = range.top; row <= range.bottom; row += 1) {
    // Cells that aren't loaded cannot be summed.
    if (!isThere(row)) return cells;
    for (let column = range.left; column <= range.right; column += 1) {
      const value = cell({ row, column });
      if (value === null || value === undefined) continue;
      // The sum is a double: the sum of exact numbers is not.
      if (typeof value !== 'number') return cells;
      sum += value;
      numbers += 1;
    }
  }
  return numbers === 0 ? cells : `${cells} · sum ${formatNumber(sum)}`;
}
