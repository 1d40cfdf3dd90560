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
  const widths = columns.map((_column, index) =>
    lines.reduce((widest, line) => Math.max(widest, columnsOf(line[index] ?? '')), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - columnsOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values one below the other; those without a value are left out. */
export function formatFields(fields: readonly (readonly [string, string | number | undefined])[]): string {
  const shown = fields.filter(([, value]) => value !== undefined && value !== '');
  const width = shown.reduce((widest, [name]) => Math.max(widest, columnsOf(name)), 0);
  return shown
    .map(([name, value]) => `${name}${' '.repeat(width - columnsOf(name))}  ${printable(String(value))}`)
    .join('\n');
}
