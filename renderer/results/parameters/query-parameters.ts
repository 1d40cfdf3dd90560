import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import type { ParameterType } from '../../../contract/queries/query-parameter-types.ts';

/** What a person typed for a parameter, as the value it stands for; undefined when it is none. */
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

/** A list that has values, and each of them. */
function filled<Value extends string | number>(
  values: (Value | undefined)[] | undefined,
): Value[] | undefined {
  const isFilled = values !== undefined && values.length > 0 && values.every((value) => value !== undefined);
  return isFilled ? values : undefined;
}

/** As people write it: `0x10` is more likely a text that begins so. */
const isNumber = (typed: string): boolean =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed.trim()) && Number.isFinite(Number(typed));

/** An identifier of many digits would be sent as its neighbor. */
const losesDigits = (typed: string): boolean =>
  /^[+-]?\d+$/.test(typed.trim()) && !Number.isSafeInteger(Number(typed));

/** Between commas; in double quotes, doubled within, where a value has a comma itself. Undefined for a quote that does not end. */
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

/** A day, or a moment of it in UTC, as the date functions of SQLite read them. Source: SQLite, "Date And Time Functions". */
function dateText(typed: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?Z?)?$/.exec(typed);
  if (parts === null) return undefined;
  const [, day = '', minute, second = ':00'] = parts;
  const moment = new Date(`${day}T${minute ?? '00:00'}${second}Z`);
  // A day that a month does not have becomes one of the next month.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day)) return undefined;
  return minute === undefined ? day : `${day} ${minute}${second}`;
}

const problems: Readonly<Record<ParameterType, string>> = {
  text: 'Enter a value, or choose “empty text”.',
  number: 'Enter a number.',
  date: 'Enter a date, for example 2026-01-31 or 2026-01-31 14:30 (UTC).',
  boolean: 'Choose yes or no.',
  list: 'Enter values with commas between them, in double quotes where one has a comma or a quote itself.',
  numbers: 'Enter numbers with commas between them.',
  empty: '',
  null: '',
};

const tooExact = 'This number has more digits than can be sent exactly. Enter it as text.';
const someTooExact =
  'One of these numbers has more digits than can be sent exactly. Enter them as a list of texts.';

/** What was entered for each of the names, in their order; text without characters where nothing was. */
export function enteredFor(
  names: readonly string[],
  entered: readonly TypedParameter[],
): readonly TypedParameter[] {
  return names.map(
    (name) => entered.find((parameter) => parameter.name === name) ?? { name, type: 'text', text: '' },
  );
}

/** With this one in the place of what was entered for its name before. */
export function withEntered(entered: readonly TypedParameter[], parameter: TypedParameter): TypedParameter[] {
  return [...entered.filter(({ name }) => name !== parameter.name), parameter];
}

export interface ParameterProblem {
  readonly name: string;
  /** What to do about it: a whole sentence. */
  readonly words: string;
}

/** Those that stand for no value. */
export function problemsOf(parameters: readonly TypedParameter[]): ParameterProblem[] {
  return parameters
    .filter(({ type, text }) => parameterValue(type, text) === undefined)
    .map(({ name, type, text }) => ({ name, words: problemOf(type, text) }));
}

function problemOf(type: ParameterType, text: string): string {
  if (type === 'number' && isNumber(text)) return tooExact;
  const values = type === 'numbers' ? (listValues(text) ?? []) : [];
  return values.length > 0 && values.every(isNumber) ? someTooExact : problems[type];
}

/** The value of each; what stands for none is left out. */
export function parameterValues(parameters: readonly TypedParameter[]): Record<string, QueryParameter> {
  return Object.fromEntries(
    parameters.flatMap(({ name, type, text }) => {
      const value = parameterValue(type, text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
