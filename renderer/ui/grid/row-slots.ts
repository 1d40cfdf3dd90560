import type { Span } from '../list/virtual-window.svelte.ts';

/** An element of the grid that is reused for different rows. */
export interface RowSlot {
  readonly id: number;
  readonly row: number;
}

/** The range of rendered rows. */
interface DrawnRows {
  readonly count: number;
  readonly isScrolling: boolean;
}

/**
 * Reuses the elements of rows that are no longer rendered for those that are now, so that scrolling creates and
 * removes no elements: only their texts change. While scrolling, elements keep their place in the document and spare
 * ones stay; at rest there is one for each rendered row, in row order, which is the order in which they are read
 * aloud. Slots whose row stays are the same objects, and the array is the same if nothing changes.
 */
export function recycleSlots(
  slots: readonly RowSlot[],
  drawn: Span,
  { count, isScrolling }: DrawnRows,
): readonly RowSlot[] {
  const missing = missingRows(slots, drawn);
  const next: RowSlot[] = [];
  for (const slot of slots) {
    const row = isDrawn(slot, drawn) ? slot.row : missing.pop();
    if (row !== undefined) next.push(row === slot.row ? slot : { id: slot.id, row });
    else if (isScrolling && slot.row < count) next.push(slot);
  }
  let id = slots.reduce((max, slot) => Math.max(max, slot.id), -1);
  for (const row of missing.reverse()) next.push({ id: (id += 1), row });
  if (!isScrolling) next.sort((a, b) => a.row - b.row);
  return next.length === slots.length && next.every((slot, at) => slot === slots[at]) ? slots : next;
}

/** `recycleSlots` that starts without elements and remembers them; the same arguments twice change nothing. */
export function createRowRecycler(): (drawn: Span, rows: DrawnRows) => readonly RowSlot[] {
  let slots: readonly RowSlot[] = [];
  return (drawn, rows) => (slots = recycleSlots(slots, drawn, rows));
}

function isDrawn({ row }: RowSlot, { first, last }: Span): boolean {
  return row >= first && row <= last;
}

/** The rows to render that no slot shows, the last first. */
function missingRows(slots: readonly RowSlot[], { first, last }: Span): number[] {
  const shown = new Set(slots.map(({ row }) => row));
  const missing: number[] = [];
  for (let row = last; row >= first; row -= 1) if (!shown.has(row)) missing.push(row);
  return missing;
}
