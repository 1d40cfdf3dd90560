import { rangeBetween, type CellAddress, type CellRange } from './cell-range.ts';

/** The selected cells: a rectangle from the anchor to the focused cell. */
interface GridSelection {
  readonly focus: CellAddress;
  readonly range: CellRange;
  /** Nothing is shown as selected before the user has been in the grid. */
  readonly isShown: boolean;
  /** Moves to the nearest existing cell; `extend` keeps the anchor. */
  moveTo(cell: CellAddress, extend: boolean): void;
  selectAll(): void;
}

/** Follows the number of rows and columns; both must be at least 1 when the selection is moved. */
export function createGridSelection(
  size: () => { readonly rows: number; readonly columns: number },
): GridSelection {
  let focus = $state.raw<CellAddress>({ row: 0, column: 0 });
  let anchor = $state.raw<CellAddress>({ row: 0, column: 0 });
  let isShown = $state(false);
  const range = $derived(rangeBetween(anchor, focus));

  return {
    get focus() {
      return focus;
    },
    get range() {
      return range;
    },
    get isShown() {
      return isShown;
    },
    moveTo({ row, column }, extend) {
      const { rows, columns } = size();
      focus = {
        row: Math.max(0, Math.min(rows - 1, row)),
        column: Math.max(0, Math.min(columns - 1, column)),
      };
      if (!extend) anchor = focus;
      isShown = true;
    },
    selectAll() {
      const { rows, columns } = size();
      anchor = { row: 0, column: 0 };
      focus = { row: rows - 1, column: columns - 1 };
      isShown = true;
    },
  };
}
