import { escapeHtml } from '../../languages/text/escape-html.ts';
import { byteOrderMark, csvLines } from '../../languages/text/csv-line.ts';
import { isRecord } from '../requests/request-members.ts';

export type ReportFormat = 'html' | 'csv';

interface ReportInput {
  readonly name: string;
  readonly tenantName: string;
  readonly format: ReportFormat;
  /** The Result of a query. */
  readonly result: unknown;
  readonly parameters: readonly { readonly Name: string; readonly DisplayValue: string }[];
}

/** Renders the rows of a query for an e-mail. */
export function renderReport(input: ReportInput): { readonly document: string; readonly rows: number } {
  const { columns, rows } = readResult(input.result);
  return {
    document: input.format === 'html' ? html(input, columns, rows) : csv(columns, rows),
    rows: rows.length,
  };
}

type Row = Readonly<Record<string, unknown>>;

function readResult(result: unknown): { columns: string[]; rows: Row[] } {
  const record = isRecord(result) ? result : {};
  const columns = Array.isArray(record['Columns'])
    ? record['Columns'].map((column: unknown) => (isRecord(column) ? String(column['Name']) : ''))
    : [];
  const rows = Array.isArray(record['Results'])
    ? record['Results'].map((item: unknown) => (isRecord(item) && isRecord(item['Row']) ? item['Row'] : {}))
    : [];
  return { columns, rows };
}

/** Dates are shown as UTC text; everything else unchanged. */
function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  const milliseconds = typeof value === 'string' ? /^\/Date\((-?\d+)\)\/$/.exec(value)?.[1] : undefined;
  return milliseconds === undefined
    ? String(value)
    : new Date(Number(milliseconds)).toISOString().replace('T', ' ').slice(0, 19);
}

function html(
  { name, tenantName, parameters }: ReportInput,
  columns: readonly string[],
  rows: readonly Row[],
): string {
  const cell = 'style="padding:6px 12px;border-bottom:1px solid #e3e5ea;text-align:left"';
  const head = columns.map((column) => `<th ${cell}>${escapeHtml(column)}</th>`).join('');
  const body = rows
    .map(
      (row) =>
        `<tr>${columns.map((column) => `<td ${cell}>${escapeHtml(show(row[column]))}</td>`).join('')}</tr>`,
    )
    .join('');
  const chosen = parameters
    .map((parameter) => `<li>${escapeHtml(parameter.Name)}: ${escapeHtml(parameter.DisplayValue)}</li>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head><body style="font-family:sans-serif;color:#1d2230"><h1 style="font-size:20px">${escapeHtml(name)}</h1><p>${escapeHtml(tenantName)} · ${rows.length} rows</p>${chosen === '' ? '' : `<ul>${chosen}</ul>`}<table style="border-collapse:collapse;font-size:14px"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></body></html>`;
}

/** Recipients open the CSV in a spreadsheet, so formulas are escaped. */
function csv(columns: readonly string[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => show(row[column])));
  return `${byteOrderMark}${csvLines([columns, ...cells])}`;
}
