import type { ColumnValue } from '../../../../contract/webhooks/samples.ts';
import type { BreakCause } from '../template/run-protocol.ts';
import { isNumber } from '../../../../languages/json/exact-number.ts';
import { cellText } from '../../../../languages/order/cell-text.ts';

type Columns = Readonly<Record<string, ColumnValue>>;

/**
 * The column whose value breaks an event: the first one with which the template works after its value is replaced by a harmless
 * one. Undefined if no single one does. Tested, not guessed: it takes a rendering for each column that the template reads.
 */
export function findCause(
  columns: Columns,
  inUse: readonly string[],
  harmless: Columns,
  works: (changed: Columns) => boolean,
): BreakCause | undefined {
  for (const column of inUse) {
    const value = columns[column] ?? null;
    if (works({ ...columns, [column]: harmless[column] ?? standInFor(value) })) {
      return {
        column,
        value: value === null ? undefined : cellText(value).slice(0, 80),
        what: whatIs(value),
      };
    }
  }
  return undefined;
}

function standInFor(value: ColumnValue): ColumnValue {
  if (isNumber(value)) return 1;
  return typeof value === 'boolean' ? !value : 'x';
}

function whatIs(value: ColumnValue): string {
  if (value === null) return 'missing column';
  if (isNumber(value)) return 'number';
  if (typeof value !== 'string') return typeof value;
  if (value.includes('"')) return 'quote';
  if (value.includes('\\')) return 'backslash';
  if (/[\r\n]/.test(value)) return 'line break';
  // eslint-disable-next-line no-control-regex -- these are searched for
  if (/[\u0000-\u001f]/.test(value)) return 'control character';
  return value === '' ? 'empty text' : 'value';
}
