import { stringify, type Options } from 'csv-stringify/sync';
import type { ExactNumber } from '../json/exact-number.ts';
import { isExactNumber, numberText } from '../json/exact-number.ts';
import { withoutFormulas } from './spreadsheet-text.ts';

const csvOptions: Options = {
  record_delimiter: 'windows',
  // Also quotes a lone CR or LF, which some CSV readers treat as a line end.
  quote_record_delimiter: true,
  cast: { boolean: String, string: withoutFormulas },
};

type CsvCell = string | number | boolean | null | ExactNumber;

/** Marks a file as UTF-8 for Excel; without it, Excel assumes the system's code page. */
export const byteOrderMark = '\uFEFF';

/** A CSV line that spreadsheets read as text, never as a formula. Source: RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]): string => csvLines([cells]);

/** Like `csvLine`, for several lines. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (isExactNumber(cell) ? numberText(cell) : cell))),
    csvOptions,
  );
}
