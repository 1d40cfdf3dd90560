import type { ResultCell } from '../../../contract/results.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import { toLiteral } from '../../../languages/sql/literal.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { memberKey } from '../../../languages/json/member-names.ts';

/** What a selection can be copied as, with what people call it. */
export const copyFormats = {
  tsv: 'Tab-separated',
  csv: 'CSV with titles',
  json: 'JSON',
  markdown: 'Markdown table',
  'sql-in': 'SQL IN list',
} as const;

export type CopyFormat = keyof typeof copyFormats;

/** Cells of a selection, with the names of their columns. */
export interface CopiedCells {
  readonly names: readonly string[];
  readonly rows: readonly (readonly ResultCell[])[];
}

export function copiedText(format: CopyFormat, { names, rows }: CopiedCells): string {
  switch (format) {
    case 'tsv':
      return rows.map((row) => row.map((cell) => quoted(cellText(cell), /[\t\n\r"]/)).join('\t')).join('\n');
    case 'csv':
      return [names, ...rows]
        .map((row) => row.map((cell) => quoted(cellText(cell), /[,\n\r"]/)).join(','))
        .join('\n');
    case 'json':
      return formatExact(
        rows.map((row) => Object.fromEntries(names.map((name, at) => [memberKey(name), row[at] ?? null]))),
        2,
      );
    case 'markdown':
      return [
        names.map(inMarkdown),
        names.map(() => '---'),
        ...rows.map((row) => row.map((cell) => inMarkdown(cellText(cell)))),
      ]
        .map((row) => `| ${row.join(' | ')} |`)
        .join('\n');
    case 'sql-in':
      return inList(rows.flat());
  }
}

/** Each value once; null is in no list. */
function inList(cells: readonly ResultCell[]): string {
  const values = cells.filter((cell) => cell !== null);
  if (values.length === 0) return '(NULL)';
  return `(${[...new Set(values.map((value) => toLiteral(value)))].join(', ')})`;
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function inMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, '<br>');
}
