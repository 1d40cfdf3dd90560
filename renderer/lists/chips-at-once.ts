/** About the number that fits into one row of a list of the usual width. */
const inOneRow = 2;

/**
 * The chips shown beside the active ones, which are always visible: as many as leave enough space for the list, or all
 * on request. A button that would reveal only one chip takes as much space as the chip itself.
 */
export function chipsAtOnce<Value>(
  offered: readonly Value[],
  pressed: number,
  showsAll: boolean,
): { readonly shown: readonly Value[]; readonly hidden: number; readonly canFold: boolean } {
  const available = Math.max(0, inOneRow - pressed);
  const canFold = offered.length > available + 1;
  const shown = canFold && !showsAll ? offered.slice(0, available) : offered;
  return { shown, hidden: offered.length - shown.length, canFold };
}
