import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import type { ParameterType } from '../../../contract/queries/query-parameter-types.ts';

/** The value of an entered parameter; undefined if it isn't valid. */
export function parameterValue(type: ParameterType, typed: string): QueryParameter | undefined {
  switch (type) {
    case 'text':
      return typed === '' ? undefined : typed;
    case 'number':
      return numberValue(typed);
    case 'date':
      return dateText(typed.trim());
    case 'boolean':
      return typed === 'true' ? true : typed === 'false' ? false : undefined;
    case 'list':
      return filled(listValues(typed));
    case 'numbers':
      return filled(listValues(typed)?.map(numberValue));
    case 'empty':
      return '';
    case 'null':
      return null;
  }
}

const numberValue = (typed: string): number | undefined =>
  isNumber(typed) && !losesDigits(typed) ? Number(typed) : undefined;

/** A non-empty list whose values are all valid. */
function filled<Value extends string | number>(
  values: (Value | undefined)[] | undefined,
): Value[] | undefined {
  const isFilled = values !== undefined && values.length > 0 && values.every((value) => value !== undefined);
  return isFilled ? values : undefined;
}

/** Decimal only: `0x10` is more likely a text. */
const isNumber = (typed: string): boolean =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed.trim()) && Number.isFinite(Number(typed));

/** A long numeric ID would be rounded to a neighboring value. */
const losesDigits = (typed: string): boolean =>
  /^[+-]?\d+$/.test(typed.trim()) && !Number.isSafeInteger(Number(typed));

/**
 * Comma-separated; in double quotes, with quotes doubled, if a value contains a comma. Undefined for an unterminated
 * quote.
 */
function listValues(typed: string): string[] | undefined {
  const values: string[] = [];
  const part = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(?:,|$)/y;
  while (part.lastIndex < typed.length) {
    const read = part.exec(typed);
    if (read === null) return undefined;
    const value = read[1]?.replaceAll('""', '"') ?? read[2]?.trim() ?? '';
    if (value !== '') values.push(value);
  }
  return values;
}

/**
 * A date, or a date and time in UTC, as SQLite's date functions read them. Source: SQLite, "Date And Time Functions".
 */
function dateText(typed: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?Z?)?$/.exec(typed);
  if (parts === null) return undefined;
  const [, day = '', minute, second = ':00'] = parts;
  const time = new Date(`${day}T${minute ?? '00:00'}${second}Z`);
  // A day that a month does not have would become one of the next month.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day)) return undefined;
  return minute === undefined ? day : `${day} ${minute}${second}`;
}

const problems: Readonly<Record<ParameterType, string>> = {
  text: 'Enter a value, or choose “empty text”.',
  number: 'Enter a number.',
  date: 'Enter a date, for example 2026-01-31 or 2026-01-31 14:30 (UTC).',
  boolean: 'Choose yes or no.',
  list: 'Enter comma-separated values. Use double quotes around values with commas or quotes.',
  numbers: 'Enter comma-separated numbers.',
  empty: '',
  null: '',
};

const tooExact = 'This number has too many digits to send exactly. Enter it as text.';
const someTooExact =
  'One of these numbers has too many digits to send exactly. Enter them as a list of texts.';

/** The entered parameter for each of the names, in order; empty text if there is none. */
export function enteredFor(
  names: readonly string[],
  entered: readonly TypedParameter[],
): readonly TypedParameter[] {
  return names.map(
    (name) => entered.find((parameter) => parameter.name === name) ?? { name, type: 'text', text: '' },
  );
}

/** Replaces the previously entered parameter with this name. */
export function withEntered(entered: readonly TypedParameter[], parameter: TypedParameter): TypedParameter[] {
  return [...entered.filter(({ name }) => name !== parameter.name), parameter];
}

export interface ParameterProblem {
  readonly name: string;
  /** What to do about it, as a full sentence. */
  readonly message: string;
}

/** Those without a valid value. */
export function problemsOf(parameters: readonly TypedParameter[]): ParameterProblem[] {
  return parameters
    .filter(({ type, text }) => parameterValue(type, text) === undefined)
    .map(({ name, type, text }) => ({ name, message: problemOf(type, text) }));
}

function problemOf(type: ParameterType, text: string): string {
  if (type === 'number' && isNumber(text)) return tooExact;
  const values = type === 'numbers' ? (listValues(text) ?? []) : [];
  return values.length > 0 && values.every(isNumber) ? someTooExact : problems[type];
}

/** The value of each; invalid ones are skipped. */
export function parameterValues(parameters: readonly TypedParameter[]): Record<string, QueryParameter> {
  return Object.fromEntries(
    parameters.flatMap(({ name, type, text }) => {
      const value = parameterValue(type, text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
