import { stringify, type Options } from 'csv-stringify/sync';
import type { ExactNumber } from '../../../languages/json/exact-number.ts';
import { isExactNumber, numberText } from '../../../languages/json/exact-number.ts';

const csvOptions: Options = {
  record_delimiter: 'windows',
  // Either half of the line end alone, too: a reader of CSV may take it for one.
  quote_record_delimiter: true,
  cast: { boolean: String, string: withoutFormula },
};

type CsvCell = string | number | boolean | null | ExactNumber;

/** A line of CSV that a spreadsheet takes for what it is: text, never a formula. Source: RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]): string => csvLines([cells]);

/** As `csvLine`, of several. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (isExactNumber(cell) ? numberText(cell) : cell))),
    csvOptions,
  );
}

/**
 * A spreadsheet takes text that begins like this for a formula and would run it. The apostrophe makes it text. Plain
 * numbers are left alone, which the library's own `escape_formulas` does not do; the last four signs are those of wide
 * keyboards, which some programs read as the narrow ones. Source: OWASP, "CSV Injection".
 */
function withoutFormula(text: string): string {
  const isFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  return isFormula ? `'${text}` : text;
}
