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
  begin: (columns) => csvLine(columns.map(({ name }) => csvText(name))),
  row: (cells) => csvLine(cells.map((cell) => (typeof cell === 'string' ? csvText(cell) : csvField(cell)))),
  end: () => '',
};

const csvLine = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;

function csvField(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet takes text that begins like this for a formula and would run it. The apostrophe makes it text;
 * plain numbers are left alone. Source: OWASP, "CSV Injection".
 */
function csvText(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  return csvField(isFormula ? `'${text}` : text);
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
