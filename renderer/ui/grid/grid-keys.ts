import { keyOf } from '../text/shortcut.ts';
import type { KeyPress } from '../text/shortcut.ts';
import type { CellAddress } from './cell-range.ts';

/** The action of a key in the grid. */
type GridKeyAction =
  | { readonly kind: 'move'; readonly to: CellAddress }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'open' };

/** The part of a keyboard event that counts. */
type GridKey = Pick<KeyPress, 'key' | 'code' | 'ctrlKey' | 'metaKey'>;

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** How far Page Up and Page Down go. */
  readonly pageRows: number;
}

/**
 * The grid pattern (WAI-ARIA Authoring Practices), with arrows to the ends as in a spreadsheet. May point outside.
 */
export function gridKeyAction(
  event: GridKey,
  { row, column }: CellAddress,
  { rows, columns, pageRows }: GridSize,
): GridKeyAction | undefined {
  const far = event.ctrlKey || event.metaKey;
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  const move = (toRow: number, toColumn: number): GridKeyAction => ({
    kind: 'move',
    to: { row: toRow, column: toColumn },
  });
  switch (keyOf(event)) {
    case 'ArrowDown':
      return move(far ? lastRow : row + 1, column);
    case 'ArrowUp':
      return move(far ? 0 : row - 1, column);
    case 'ArrowRight':
      return move(row, far ? lastColumn : column + 1);
    case 'ArrowLeft':
      return move(row, far ? 0 : column - 1);
    case 'PageDown':
      return move(row + pageRows, column);
    case 'PageUp':
      return move(row - pageRows, column);
    case 'Home':
      return move(far ? 0 : row, 0);
    case 'End':
      return move(far ? lastRow : row, lastColumn);
    case 'Enter':
      return { kind: 'open' };
    case 'a':
      return far ? { kind: 'select-all' } : undefined;
    default:
      return undefined;
  }
}
