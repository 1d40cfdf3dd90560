import { cellText, type CellValue, type GridColumn } from './cell-value.ts';

export const narrowestColumn = 56;
const widestGuess = 360;

/**
 * A width in pixels that fits the header and most of the given values: about 7 px per character, 7.6 in the code
 * font.
 */
export function fittingWidth(column: GridColumn, values: readonly CellValue[], mono: boolean): number {
  const letter = mono ? 7.6 : 6.9;
  const maxLength = values.reduce<number>((max, value) => Math.max(max, cellText(value).length), 4);
  const wanted = Math.max(column.title.length * 7 + 46, maxLength * letter + 22);
  return Math.round(Math.min(widestGuess, Math.max(narrowestColumn, wanted)));
}
