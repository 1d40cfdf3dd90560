import { stringify, type Options } from 'csv-stringify/sync';
import type { Cell, TableColumn } from './query-table.ts';

/** Writes a table piece by piece. Each function answers text to append to the file. */
export interface TableFormat {
  readonly extension: string;
  begin(columns: readonly TableColumn[]): string;
  row(cells: readonly Cell[], columns: readonly TableColumn[], index: number): string;
  end(): string;
}

/** RFC 4180. */
const csv: TableFormat = {
  extension: '.csv',
  begin: (columns) => csvLine(columns.map(({ name }) => name)),
  row: (cells) => csvLine(cells),
  end: () => '',
};

const csvOptions: Options = {
  record_delimiter: 'windows',
  // Either half of the line end alone, too: a reader of CSV may take it for one.
  quote_record_delimiter: true,
  cast: { boolean: String, string: withoutFormula },
};

const csvLine = (cells: readonly Cell[]): string => stringify([cells], csvOptions);

/**
 * A spreadsheet takes text that begins like this for a formula and would run it. The apostrophe makes it text. Plain
 * numbers are left alone, which the library's own `escape_formulas` does not do; the last four signs are those of wide
 * keyboards, which some programs read as the narrow ones. Source: OWASP, "CSV Injection".
 */
function withoutFormula(text: string): string {
  const isFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  return isFormula ? `'${text}` : text;
}

const json: TableFormat = {
  extension: '.json',
  begin: () => '[',
  row: (cells, columns, index) => {
    const entries = columns.map(({ name }, position) => [name, cells[position] ?? null] as const);
    return `${index === 0 ? '\n' : ',\n'}${JSON.stringify(Object.fromEntries(entries))}`;
  },
  end: () => '\n]\n',
};

const markdown: TableFormat = {
  extension: '.md',
  begin: (columns) =>
    markdownLine(columns.map(({ name }) => markdownCell(name))) + markdownLine(columns.map(() => '---')),
  row: (cells) => markdownLine(cells.map((cell) => markdownCell(cell === null ? '' : String(cell)))),
  end: () => '',
};

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_<>[\]]/g, String.raw`\$&`)
    .replaceAll('|', String.raw`\|`)
    .replace(/\r\n|\r|\n/g, '<br>');
}

export const tableFormats = { csv, json, markdown } as const satisfies Record<string, TableFormat>;
