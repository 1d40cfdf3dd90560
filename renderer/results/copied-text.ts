import type { ResultCell } from '../../contract/queries/results.ts';
import { cellText } from '../../languages/order/cell-text.ts';
import { toLiteral } from '../../languages/sql/literal.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { memberKey } from '../../languages/json/member-names.ts';
import { markdownHead, markdownRow } from '../../languages/text/markdown.ts';
import { withoutFormulas } from '../../languages/text/spreadsheet-text.ts';

/** The formats for copying a selection, with their labels. */
export const copyFormats = {
  tsv: 'Tab-separated',
  csv: 'CSV with headers',
  json: 'JSON',
  markdown: 'Markdown table',
  'sql-in': 'SQL IN list',
} as const;

/** `exact`: tab-separated, with each cell as it is. */
export type CopyFormat = keyof typeof copyFormats | 'exact';

/** Cells of a selection, with the names of their columns. */
export interface CopiedCells {
  readonly names: readonly string[];
  readonly rows: readonly (readonly ResultCell[])[];
}

export function copiedText(format: CopyFormat, { names, rows }: CopiedCells): string {
  switch (format) {
    case 'exact':
      return rows.map((row) => row.map((cell) => quoted(cellText(cell), /[\t\n\r"]/)).join('\t')).join('\n');
    case 'tsv':
      return copiedText('exact', { names, rows: rows.map((row) => row.map(forSpreadsheet)) });
    case 'csv':
      return [names, ...rows]
        .map((row) => row.map((cell) => quoted(cellText(forSpreadsheet(cell)), /[,\n\r"]/)).join(','))
        .join('\n');
    case 'json':
      return formatExact(
        rows.map((row) => Object.fromEntries(names.map((name, at) => [memberKey(name), row[at] ?? null]))),
        2,
      );
    case 'markdown':
      return [markdownHead(names), ...rows.map((row) => markdownRow(row.map(cellText)))].join('\n');
    case 'sql-in':
      return inList(rows.flat());
  }
}

/** Each value once; a list has no null. */
function inList(cells: readonly ResultCell[]): string {
  const values = cells.filter((cell) => cell !== null);
  if (values.length === 0) return '(NULL)';
  return `(${[...new Set(values.map((value) => toLiteral(value)))].join(', ')})`;
}

/** Text never becomes a formula where it is pasted. */
function forSpreadsheet(cell: ResultCell): ResultCell {
  return typeof cell === 'string' ? withoutFormulas(cell) : cell;
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
