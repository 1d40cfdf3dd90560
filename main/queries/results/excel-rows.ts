import type { CellValue, ColumnDef } from 'hucre/xlsx';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isExactNumber, numberText } from '../../../languages/json/exact-number.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** Of a cell, in UTF-16 units. Source: Microsoft, "Excel specifications and limits". */
const maxTextLength = 32_767;
/** Source: the same. */
const maxColumns = 16_384;
/** Significant digits of a number in Excel. Source: the same. */
const maxExcelDigits = 15;

export interface ExcelCounts {
  rows: number;
  cutCells: number;
}

type Batches = Iterable<readonly (readonly ResultCell[])[]>;

/**
 * The bytes of a workbook, generated while they are read; rows beyond the limit of a sheet continue on the next. Text is never a
 * formula: it is written as text. Throws `invalid-input` for more columns than Excel allows.
 */
export function excelRows(
  names: readonly string[],
  batches: Batches,
  counts: ExcelCounts,
): ReadableStream<Uint8Array> {
  if (names.length > maxColumns) {
    throw failure(
      'invalid-input',
      `Excel allows ${formatNumber(maxColumns)} columns; the result has ${formatNumber(names.length)}. Choose CSV or JSON Lines.`,
    );
  }
  const rest = batches[Symbol.iterator]();
  const first = rest.next();
  const firstRows = first.done === true ? [] : first.value;
  const isTimeColumn = names.map((_, column) => hasOnlyTimes(firstRows.map((row) => row[column] ?? null)));
  return writeXlsxStream(excelCells([firstRows], { [Symbol.iterator]: () => rest }, isTimeColumn, counts), {
    name: 'Result',
    columns: names.map((name, column): ColumnDef => ({
      header: plain(name),
      ...(isTimeColumn[column] === true && { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 }),
    })),
    freezePane: { rows: 1 },
    zip64: true,
  });
}

/** A column is shown as dates when the first rows contain only dates. */
function hasOnlyTimes(cells: readonly ResultCell[]): boolean {
  const filled = cells.filter((cell) => cell !== null);
  return filled.length > 0 && filled.every((cell) => timestampOf(cell) !== undefined);
}

function* excelCells(
  first: Batches,
  rest: Batches,
  isTimeColumn: readonly boolean[],
  counts: ExcelCounts,
): Generator<CellValue[]> {
  for (const batches of [first, rest]) {
    for (const row of flat(batches)) {
      counts.rows += 1;
      yield row.map((cell, column) => {
        if (typeof cell === 'string' && cell.length > maxTextLength) counts.cutCells += 1;
        return isTimeColumn[column] === true
          ? (timestampOf(cell) ?? (cell === null ? null : plain(cellText(cell))))
          : excelCell(cell);
      });
    }
  }
}

function* flat(batches: Batches): Generator<readonly ResultCell[]> {
  for (const rows of batches) yield* rows;
}

function excelCell(cell: ResultCell): CellValue {
  if (typeof cell === 'number') return isExactInExcel(cell) ? cell : String(cell);
  if (isExactNumber(cell)) return plain(numberText(cell));
  return typeof cell === 'string' ? plain(cell) : cell;
}

/** A longer number would end in zeros. */
function isExactInExcel(number: number): boolean {
  return Number(number.toPrecision(maxExcelDigits)) === number;
}

/** A date in our format that Excel can represent: its calendar begins in 1900. */
function timestampOf(cell: ResultCell): Date | undefined {
  if (typeof cell !== 'string') return undefined;
  if (!/^(19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(cell)) return undefined;
  const date = new Date(cell);
  return Number.isNaN(date.getTime()) || date.getTime() < excelBegins ? undefined : date;
}

/** Excel treats 1900 as a leap year, so days before March 1900 are off by one. */
const excelBegins = Date.UTC(1900, 2, 1);

/** Truncated to the cell limit, with Excel's character codes escaped, and without characters that XML doesn't allow. */
function plain(text: string): string {
  return text
    .slice(0, maxTextLength)
    .toWellFormed()
    .replaceAll(/_x(?=[\da-f]{4}_)/gi, '_x005F_x')
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
