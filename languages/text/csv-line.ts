import { stringify, type Options } from 'csv-stringify/sync';
import type { ExactNumber } from '../json/exact-number.ts';
import { isExactNumber, numberText } from '../json/exact-number.ts';
import { withoutFormulas } from './spreadsheet-text.ts';

const csvOptions: Options = {
  record_delimiter: 'windows',
  // Either half of the line end alone, too: a reader of CSV may take it for one.
  quote_record_delimiter: true,
  cast: { boolean: String, string: withoutFormulas },
};

type CsvCell = string | number | boolean | null | ExactNumber;

/** What tells Excel that a file is UTF-8: without it, it reads the letters of the system's own code page. */
export const byteOrderMark = '\uFEFF';

/** A line of CSV that a spreadsheet takes for what it is: text, never a formula. Source: RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]): string => csvLines([cells]);

/** As `csvLine`, of several. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (isExactNumber(cell) ? numberText(cell) : cell))),
    csvOptions,
  );
}
