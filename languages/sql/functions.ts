/** A function that queries may call, as people are told of it. */
interface SqlFunction {
  readonly name: string;
  readonly signature: string;
  /** A sentence or two. */
  readonly words: string;
  readonly example: string;
}

const define = (name: string, signature: string, words: string, example: string): SqlFunction => ({
  name,
  signature: `${name}(${signature})`,
  words,
  example,
});

/**
 * Those that queries seen in public use. Source: SQLite, "Built-In Scalar SQL Functions", "Date And Time Functions" and
 * "Built-in Aggregate Functions"; `DATEFUNC` from the compatibility notes, "query".
 */
export const sqlFunctions: readonly SqlFunction[] = [
  define('ABS', 'x', 'The size of a number without its sign.', 'ABS(-3) is 3'),
  define('AVG', 'x', 'The mean of all values that are not null.', 'AVG(Level)'),
  define(
    'COALESCE',
    'x, y, …',
    'The first of its values that is not null.',
    "COALESCE(DisplayName, Name, '')",
  ),
  define(
    'COUNT',
    '* or x',
    'How many rows there are, or how many with a value that is not null.',
    'COUNT(*)',
  ),
  define('DATE', 'time, modifier, …', 'The day of a moment, as text.', "DATE('now', '-7 days')"),
  define(
    'DATEFUNC',
    "'now', offset",
    'A moment so many days from now: the platform’s own, to compare columns of moments with.',
    "WhenOccurred > DATEFUNC('now', '-7')",
  ),
  define('DATETIME', 'time, modifier, …', 'A moment as text, to the second.', "DATETIME('now', '-1 hour')"),
  define(
    'GROUP_CONCAT',
    'x, separator',
    'All values that are not null, one after the other; between them a comma unless told otherwise.',
    "GROUP_CONCAT(Name, '; ')",
  ),
  define(
    'IFNULL',
    'x, y',
    'The first value, or the second where the first is null.',
    "IFNULL(Description, 'none')",
  ),
  define(
    'INSTR',
    'text, part',
    'Where the part first stands in the text, from 1; 0 where it does not.',
    "INSTR(Name, '@')",
  ),
  define('LENGTH', 'x', 'How many characters a text has.', 'LENGTH(Name) > 30'),
  define('LOWER', 'text', 'The text with its ASCII letters made small.', "LOWER(Name) = 'payroll'"),
  define('MAX', 'x', 'The greatest value; of several arguments the greatest of them.', 'MAX(WhenOccurred)'),
  define('MIN', 'x', 'The least value; of several arguments the least of them.', 'MIN(WhenOccurred)'),
  define(
    'REPLACE',
    'text, part, other',
    'The text with every such part replaced.',
    "REPLACE(Name, ' ', '_')",
  ),
  define(
    'ROUND',
    'x, digits',
    'The number with so many digits after the point, none unless told otherwise.',
    'ROUND(2.567, 1) is 2.6',
  ),
  define(
    'STRFTIME',
    'format, time, …',
    'A moment in a format of your own.',
    "STRFTIME('%Y-%m', WhenOccurred)",
  ),
  define(
    'SUBSTR',
    'text, start, length',
    'A part of a text, from a character counted from 1; from the end where it is negative.',
    'SUBSTR(Name, 1, 3)',
  ),
  define('SUM', 'x', 'All values added up; null where there is none.', 'SUM(Level)'),
  define('TOTAL', 'x', 'All values added up; 0 where there is none.', 'TOTAL(Level)'),
  define(
    'TRIM',
    'text, characters',
    'The text without blanks at its ends, or without these characters.',
    'TRIM(Name)',
  ),
  define('UPPER', 'text', 'The text with its ASCII letters made capitals.', 'UPPER(Name)'),
];
