import { keyOf } from '../text/shortcut.ts';
import type { KeyPress } from '../text/shortcut.ts';
import type { CellAddress } from './cell-range.ts';
import { gridKeyAction } from './grid-keys.ts';
import type { GridSize } from './grid-keys.ts';

/** The column of the row names: it takes the cursor like a cell. */
export const nameColumn = -1;

export type MatrixKeyAction =
  | { readonly kind: 'move'; readonly to: CellAddress; readonly extends: boolean }
  | { readonly kind: 'toggle' | 'fill-down' | 'undo' | 'redo' | 'open' | 'end-range' | 'select-all' };

/** The action of a key in a matrix of switches. `to` is within it. */
export function matrixKeyAction(
  event: KeyPress,
  at: CellAddress,
  size: GridSize,
): MatrixKeyAction | undefined {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey) return undefined;
  if (isCommand && key.length === 1) return commandOf(keyOf(event), shiftKey);
  if (key === ' ') return { kind: 'toggle' };
  if (key === 'Escape') return { kind: 'end-range' };
  // Other keys are left to the view: its review is started with them.
  if (key === 'Enter') return isCommand ? undefined : { kind: 'open' };
  const action = gridKeyAction(event, at, size);
  if (action?.kind !== 'move') return undefined;
  const row = clamp(action.to.row, 0, size.rows - 1);
  const column = clamp(action.to.column, shiftKey ? 0 : nameColumn, size.columns - 1);
  return { kind: 'move', to: { row, column }, extends: shiftKey && at.column !== nameColumn };
}

function commandOf(key: string, shiftKey: boolean): MatrixKeyAction | undefined {
  switch (key) {
    case 'a':
      return { kind: 'select-all' };
    case 'd':
      return { kind: 'fill-down' };
    case 'y':
      return { kind: 'redo' };
    case 'z':
      return { kind: shiftKey ? 'redo' : 'undo' };
    default:
      return undefined;
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
