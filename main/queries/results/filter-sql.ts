import type { DatabaseSync } from 'node:sqlite';
import type { ResultFilter } from '../../../contract/queries/results.ts';
import { isExactNumber, isNumber, numberIn } from '../../../languages/json/exact-number.ts';
import type { ExactNumber } from '../../../languages/json/exact-number.ts';
import { compareNumbers, normalizedNumber } from '../../../languages/json/number-order.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import { foldText } from '../../../languages/order/fold-text.ts';
import { fromStored } from './cell-storage.ts';

/** A condition on a stored column. Its text is bound as `parameter`, and never part of the SQL. */
export interface FilterSql {
  condition(column: string, parameter: string): string;
  readonly value: string;
}

/**
 * Comparisons that SQLite can't do: finding and ordering text regardless of case, and comparing numbers
 * exactly. Its own `LIKE` and `NOCASE` know only ASCII case, and some of its functions stop at NUL.
 */
const functions = { found: 'desk_found', compared: 'desk_compared', sized: 'desk_sized' } as const;

export function addFilterFunctions(database: DatabaseSync): void {
  const add = (name: string, evaluate: (cell: unknown, text: string) => number | null): void =>
    database.function(name, { deterministic: true }, (cell, text) => evaluate(cell, String(text)));
  const folded = (cell: unknown): string => foldText(cellText(fromStored(cell)));
  add(functions.found, (cell, text) => Number(folded(cell).includes(text)));
  add(functions.compared, (cell, text) => orderOf(folded(cell), text));
  add(functions.sized, (cell, text) => {
    const [one, other] = [fromStored(cell), numberIn(text)];
    return isNumber(one) && other !== undefined ? Math.sign(compareNumbers(one, other)) : null;
  });
}

const orderOf = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const isText = (column: string): string => `typeof(${column}) = 'text'`;
/** ASCII without NUL, like most cells: there SQLite gives the same result as the functions, in less time. */
const isPlainText = (column: string): string =>
  `(${isText(column)} AND octet_length(${column}) = length(${column}))`;

export function filterSql({ comparison, text }: Pick<ResultFilter, 'comparison' | 'text'>): FilterSql {
  const number = numberOfFilter(text);
  const value = number === undefined || comparison === 'contains' ? foldText(instant(text)) : text.trim();
  const equal = number === undefined ? equalText : sameNumber(number);
  switch (comparison) {
    case 'contains':
      return { condition: containing, value };
    case 'equals':
      return { condition: equal, value };
    case 'differs':
      return {
        condition: (column, parameter) => `NOT coalesce(${equal(column, parameter)}, 0)`,
        value,
      };
    case 'less':
      return { condition: number === undefined ? comparedText('<') : comparedNumber('<', number), value };
    case 'greater':
      return { condition: number === undefined ? comparedText('>') : comparedNumber('>', number), value };
    case 'empty':
      return { condition: (column) => `(${column} IS NULL OR ${column} = '')`, value };
    case 'not-empty':
      return { condition: (column) => `(${column} IS NOT NULL AND ${column} <> '')`, value };
  }
}

/** The number that a filter compares with, normalized; undefined when it compares with text. */
function numberOfFilter(text: string): number | ExactNumber | undefined {
  const isNumeric = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text);
  const number = isNumeric ? numberIn(text) : undefined;
  return number === undefined ? undefined : normalizedNumber(number);
}

const containing = (column: string, parameter: string): string =>
  `CASE WHEN ${isPlainText(column)} OR typeof(${column}) = 'integer' THEN instr(lower(${column}), ${parameter}) > 0
   WHEN ${column} IS NULL THEN 0 ELSE ${functions.found}(${column}, ${parameter}) END`;

const equalText = (column: string, parameter: string): string =>
  `CASE WHEN ${isPlainText(column)} THEN ${column} = ${parameter} COLLATE NOCASE
   WHEN typeof(${column}) IN ('text', 'blob') THEN ${functions.compared}(${column}, ${parameter}) = 0 ELSE 0 END`;

const comparedText =
  (sign: '<' | '>') =>
  (column: string, parameter: string): string =>
    `CASE WHEN ${isPlainText(column)} THEN ${column} ${sign} ${parameter} COLLATE NOCASE
     WHEN ${isText(column)} THEN ${functions.compared}(${column}, ${parameter}) ${sign} 0 ELSE 0 END`;

const sameNumber =
  (number: number | ExactNumber) =>
  (column: string, parameter: string): string =>
    `(${column} = ${parameter} OR coalesce(${comparedNumber('=', number)(column, parameter)}, 0))`;

/** When the filter's number is a double, SQLite compares doubles natively; otherwise all are compared exactly. */
const comparedNumber =
  (sign: '<' | '>' | '=', number: number | ExactNumber) =>
  (column: string, parameter: string): string => {
    const exactly = `${functions.sized}(${column}, ${parameter}) ${sign} 0`;
    const asDouble = isExactNumber(number) ? exactly : `${column} ${sign} CAST(${parameter} AS REAL)`;
    return `CASE typeof(${column}) WHEN 'integer' THEN ${asDouble} WHEN 'real' THEN ${asDouble} WHEN 'blob' THEN ${exactly} ELSE 0 END`;
  };

/** Dates are shown with a space between day and time, and stored as ISO 8601. */
function instant(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
}
