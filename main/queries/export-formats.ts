import { csvLine } from '../platform/files/csv-line.ts';
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
