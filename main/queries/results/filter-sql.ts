import type { ResultFilter } from '../../../contract/results.ts';
import { shownSql } from './cell-storage.ts';

/** A condition on a stored column. Its text is bound as `parameter`, and never part of the SQL. */
export interface FilterSql {
  condition(column: string, parameter: string): string;
  readonly value: string;
}

/** The function that finds text whatever its case, also beyond ASCII, where `LIKE` does not. */
export const foundIn = 'desk_found_in';

const isNumber = (column: string): string => `typeof(${column}) IN ('integer', 'real')`;

export function filterSql({ comparison, text }: Pick<ResultFilter, 'comparison' | 'text'>): FilterSql {
  const value = instant(text);
  const isNumeric = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text);
  const equal = (column: string, parameter: string): string =>
    isNumeric
      ? `(${column} = ${parameter} OR (${isNumber(column)} AND ${column} = CAST(${parameter} AS REAL)))`
      : `(${shownSql(column)}) = ${parameter} COLLATE NOCASE`;
  const compared = (sign: '<' | '>') => (column: string, parameter: string) =>
    isNumeric
      ? `(${isNumber(column)} AND ${column} ${sign} CAST(${parameter} AS REAL))`
      : `(typeof(${column}) = 'text' AND ${column} ${sign} ${parameter} COLLATE NOCASE)`;
  switch (comparison) {
    case 'contains':
      return containing(value);
    case 'equals':
      return { condition: equal, value };
    case 'differs':
      return {
        condition: (column, parameter) => `NOT coalesce(${equal(column, parameter)}, 0)`,
        value,
      };
    case 'less':
      return { condition: compared('<'), value };
    case 'greater':
      return { condition: compared('>'), value };
    case 'empty':
      return { condition: (column) => `(${column} IS NULL OR ${column} = '')`, value };
    case 'not-empty':
      return { condition: (column) => `(${column} IS NOT NULL AND ${column} <> '')`, value };
  }
}

function containing(text: string): FilterSql {
  // SQLite's `LIKE` knows upper and lower case of ASCII alone.
  // eslint-disable-next-line no-control-regex -- ASCII begins at 0
  if (!/^[\u0000-\u007f]*$/.test(text)) {
    return {
      condition: (column, parameter) => `${foundIn}(${shownSql(column)}, ${parameter})`,
      value: text.toLowerCase(),
    };
  }
  return {
    condition: (column, parameter) => String.raw`(${shownSql(column)}) LIKE ${parameter} ESCAPE '\'`,
    value: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  };
}

/** Moments are shown with a blank between day and time, and stored as ISO 8601. */
function instant(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
}
