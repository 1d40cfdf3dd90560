/** As many as stand in one row of a list of the usual width. */
const inOneRow = 2;

/**
 * The chips that are shown beside those that are pressed, which are always in sight: as many as leave the list its room,
 * or all once they were asked for. A button that would bring back only one takes no less room than the chip itself.
 */
export function chipsAtOnce<Value>(
  offered: readonly Value[],
  pressed: number,
  showsAll: boolean,
): { readonly shown: readonly Value[]; readonly hidden: number; readonly canFold: boolean } {
  const room = Math.max(0, inOneRow - pressed);
  const canFold = offered.length > room + 1;
  const shown = canFold && !showsAll ? offered.slice(0, room) : offered;
  return { shown, hidden: offered.length - shown.length, canFold };
}
