import type { ResultCell } from '../../../contract/queries/results.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { memberKey } from '../../../languages/json/member-names.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import { markdownHead, markdownRow } from '../../../languages/text/markdown.ts';
import { byteOrderMark, csvLine, csvLines } from '../../../languages/text/csv-line.ts';

/** Writes a table in pieces. Each function returns text to append to the file. */
export interface TableText {
  begin(names: readonly string[]): string;
  /** `index`: position of the first of these rows in the whole table. */
  rows(rows: readonly (readonly ResultCell[])[], names: readonly string[], index: number): string;
  end(): string;
}

/** RFC 4180. */
const csv: TableText = {
  begin: csvLine,
  rows: (rows) => csvLines(rows),
  end: () => '',
};

const csvForExcel: TableText = { ...csv, begin: (names) => byteOrderMark + csvLine(names) };

const objectOf = (names: readonly string[], cells: readonly ResultCell[]): string =>
  formatExact(Object.fromEntries(names.map((name, position) => [memberKey(name), cells[position] ?? null])));

const json: TableText = {
  begin: () => '[',
  rows: (rows, names, index) =>
    rows.map((cells, at) => `${index + at === 0 ? '\n' : ',\n'}${objectOf(names, cells)}`).join(''),
  end: () => '\n]\n',
};

/** One object per line. Source: jsonlines.org. */
const jsonLines: TableText = {
  begin: () => '',
  rows: (rows, names) => rows.map((cells) => `${objectOf(names, cells)}\n`).join(''),
  end: () => '',
};

const markdown: TableText = {
  begin: (names) => `${markdownHead(names)}\n`,
  rows: (rows) => rows.map((cells) => `${markdownRow(cells.map(cellText))}\n`).join(''),
  end: () => '',
};

export const tableTexts = { csv, 'csv-excel': csvForExcel, json, 'json-lines': jsonLines, markdown } as const;
