/** Which columns of a result are shown, by index, and in which order. */
export interface ColumnArrangement {
  /** All of them. */
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  /** These come first and stay visible. */
  readonly pinned: readonly number[];
}

export function asTheyCame(columns: number): ColumnArrangement {
  return { order: Array.from({ length: columns }, (_, column) => column), hidden: [], pinned: [] };
}

/** The pinned ones first; hidden ones are not included. */
export function shownColumns({ order, hidden, pinned }: ColumnArrangement): number[] {
  const isShown = (column: number): boolean => !hidden.includes(column);
  return [
    ...order.filter((column) => pinned.includes(column) && isShown(column)),
    ...order.filter((column) => !pinned.includes(column) && isShown(column)),
  ];
}

export const pinnedCount = ({ hidden, pinned }: ColumnArrangement): number =>
  pinned.filter((column) => !hidden.includes(column)).length;

/** The last shown column cannot be hidden. */
export function toggleHidden(arrangement: ColumnArrangement, column: number): ColumnArrangement {
  const next = { ...arrangement, hidden: toggled(arrangement.hidden, column) };
  return shownColumns(next).length === 0 ? arrangement : next;
}

export function togglePinned(arrangement: ColumnArrangement, column: number): ColumnArrangement {
  return { ...arrangement, pinned: toggled(arrangement.pinned, column) };
}

/** Past its neighbor of the same kind, pinned or not; `by` is -1 or 1. */
export function moveColumn(arrangement: ColumnArrangement, column: number, by: -1 | 1): ColumnArrangement {
  const { order, pinned } = arrangement;
  const isPinned = pinned.includes(column);
  const at = order.indexOf(column);
  let to = at + by;
  while (order[to] !== undefined && pinned.includes(order[to] ?? -1) !== isPinned) to += by;
  const other = order[to];
  if (other === undefined) return arrangement;
  return { ...arrangement, order: order.toSpliced(at, 1).toSpliced(to, 0, column) };
}

/** In the shown order. */
export function listedColumns({ order, pinned }: ColumnArrangement): number[] {
  return [
    ...order.filter((column) => pinned.includes(column)),
    ...order.filter((column) => !pinned.includes(column)),
  ];
}

function toggled(columns: readonly number[], column: number): number[] {
  return columns.includes(column) ? columns.filter((other) => other !== column) : [...columns, column];
}
