export { cellText } from '../../../languages/order/cell-text.ts';
import { isNumber } from '../../../languages/json/exact-number.ts';

/** A cell of a query result. Anything that is not a plain value is shown as JSON. */
export type CellValue = unknown;

export type ColumnType = 'text' | 'number' | 'date' | 'boolean';

/** One column of a DataGrid. */
export interface GridColumn {
  readonly key: string;
  readonly title: string;
  /** Numbers are right-aligned; dates and `mono` columns use the code font. Default text. */
  readonly type?: ColumnType | undefined;
  readonly mono?: boolean | undefined;
  /** Pixels; otherwise measured from the header and the first rows. */
  readonly width?: number | undefined;
  /** The text of null; `null` by default, which is what a query result means. */
  readonly nullText?: string | undefined;
}

/** The type that fits all values except null; text if they differ. */
export function inferType(values: Iterable<CellValue>): ColumnType {
  let type: ColumnType | undefined;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    const seen = typeOf(value);
    if (type !== undefined && type !== seen) return 'text';
    type = seen;
  }
  return type ?? 'text';
}

function typeOf(value: CellValue): ColumnType {
  if (isNumber(value) || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) ? 'date' : 'text';
}
