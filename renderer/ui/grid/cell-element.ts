import type { CellAddress } from './cell-range.ts';

/**
 * The cell in which an event happened, by its ARIA position, where row and column count from 1 and include the
 * headers and row numbers. One listener on the grid is enough for all cells that way.
 */
export function addressOf({ target }: Pick<Event, 'target'>): CellAddress | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const row = Number(cell?.closest('[role="row"]')?.getAttribute('aria-rowindex') ?? Number.NaN);
  const column = Number(cell?.getAttribute('aria-colindex') ?? Number.NaN);
  return Number.isNaN(row) || Number.isNaN(column) ? undefined : { row: row - 2, column: column - 2 };
}
