/** The effect of a click or a key on a list's selection; pure, so that lists and grids agree. */
interface ListSelection {
  /** Keys of the selected rows. */
  readonly keys: ReadonlySet<string>;
  /** Where a range starts: the row last selected without Shift. */
  readonly anchor: string | undefined;
}

export const noSelection: ListSelection = { keys: new Set(), anchor: undefined };

/** Only this row. */
export function selectOne(key: string): ListSelection {
  return { keys: new Set([key]), anchor: key };
}

/** Toggles the row. */
export function toggleRow(selection: ListSelection, key: string): ListSelection {
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, anchor: key };
}

/** From the anchor to this row, in the order of the list. Without a usable anchor: only this row. */
export function selectRange(selection: ListSelection, key: string, order: readonly string[]): ListSelection {
  const from = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(key);
  if (from < 0 || to < 0) return selectOne(key);
  const keys = new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { keys, anchor: selection.anchor };
}
