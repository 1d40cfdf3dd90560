import { columnsOf, printable } from './printable.ts';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | undefined;
}

/** A table for people to read: columns as wide as their longest value, two spaces between them. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map(({ value }) => printable(String(value(row) ?? '')))),
  ];
  const widths = columns.map((_column, index) => widestOf(lines.map((line) => line[index] ?? '')));
  return lines
    .map((line) =>
      line
        .map((cell, index) => padded(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values one below the other; those without a value are skipped. */
export function formatFields(fields: readonly (readonly [string, string | number | undefined])[]): string {
  const shown = fields.filter(([, value]) => value !== undefined && value !== '');
  const width = widestOf(shown.map(([name]) => name));
  return shown.map(([name, value]) => `${padded(name, width)}  ${printable(String(value))}`).join('\n');
}

interface CheckedLine {
  /** One column, with its color. */
  readonly sign: string;
  readonly name: string;
  readonly detail: string;
}

/** What was checked, a line each, with the result in front. */
export function formatChecks(lines: readonly CheckedLine[]): string {
  const width = widestOf(lines.map(({ name }) => name));
  return lines
    .map(({ sign, name, detail }) => `${sign} ${padded(name, width)}  ${printable(detail)}`)
    .join('\n');
}

const widestOf = (texts: readonly string[]): number =>
  texts.reduce((widest, text) => Math.max(widest, columnsOf(text)), 0);

const padded = (text: string, width: number): string => text + ' '.repeat(width - columnsOf(text));
