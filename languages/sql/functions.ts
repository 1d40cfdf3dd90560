/** A function that queries may call, with its documentation. */
interface SqlFunction {
  readonly name: string;
  readonly signature: string;
  /** One or two sentences. */
  readonly description: string;
  readonly example: string;
}

const define = (name: string, signature: string, description: string, example: string): SqlFunction => ({
  name,
  signature: `${name}(${signature})`,
  description,
  example,
});

/**
 * Functions seen in public queries. Source: SQLite, "Built-In Scalar SQL Functions", "Date And Time
 * Functions" and "Built-in Aggregate Functions"; `DATEFUNC` from the compatibility notes, "query".
 */
export const sqlFunctions: readonly SqlFunction[] = [
  define('ABS', 'x', 'Absolute value.', 'ABS(-3) is 3'),
  define('AVG', 'x', 'Average of all non-null values.', 'AVG(Level)'),
  define('COALESCE', 'x, y, …', 'First non-null value.', "COALESCE(DisplayName, Name, '')"),
  define('COUNT', '* or x', 'Number of rows, or of non-null values.', 'COUNT(*)'),
  define('DATE', 'time, modifier, …', 'Date part as text.', "DATE('now', '-7 days')"),
  define(
    'DATEFUNC',
    "'now', offset",
    'Date and time this many days from now (platform function), for comparing date columns.',
    "WhenOccurred > DATEFUNC('now', '-7')",
  ),
  define('DATETIME', 'time, modifier, …', 'Date and time as text.', "DATETIME('now', '-1 hour')"),
  define(
    'GROUP_CONCAT',
    'x, separator',
    'Joins all non-null values, separated by commas by default.',
    "GROUP_CONCAT(Name, '; ')",
  ),
  define('IFNULL', 'x, y', 'First value, or the second if the first is null.', "IFNULL(Description, 'none')"),
  define('INSTR', 'text, part', 'Position of the first match (1-based), 0 if not found.', "INSTR(Name, '@')"),
  define('LENGTH', 'x', 'Number of characters.', 'LENGTH(Name) > 30'),
  define('LOWER', 'text', 'Converts ASCII letters to lower case.', "LOWER(Name) = 'payroll'"),
  define('MAX', 'x', 'Maximum value; with several arguments, the largest of them.', 'MAX(WhenOccurred)'),
  define('MIN', 'x', 'Minimum value; with several arguments, the smallest of them.', 'MIN(WhenOccurred)'),
  define(
    'REPLACE',
    'text, part, other',
    'Replaces all occurrences of a substring.',
    "REPLACE(Name, ' ', '_')",
  ),
  define('ROUND', 'x, digits', 'Rounds to this many decimal places, 0 by default.', 'ROUND(2.567, 1) is 2.6'),
  define('STRFTIME', 'format, time, …', 'Formats a date and time.', "STRFTIME('%Y-%m', WhenOccurred)"),
  define(
    'SUBSTR',
    'text, start, length',
    'Substring from a 1-based position; a negative position counts from the end.',
    'SUBSTR(Name, 1, 3)',
  ),
  define('SUM', 'x', 'Sum of all values; null if there are none.', 'SUM(Level)'),
  define('TOTAL', 'x', 'Sum of all values; 0 if there are none.', 'TOTAL(Level)'),
  define(
    'TRIM',
    'text, characters',
    'Removes leading and trailing spaces, or the given characters.',
    'TRIM(Name)',
  ),
  define('UPPER', 'text', 'Converts ASCII letters to upper case.', 'UPPER(Name)'),
];
