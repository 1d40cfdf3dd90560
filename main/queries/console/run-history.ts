import type { QueryParameter, QueryRun, TypedParameter } from '../../../contract/queries/queries.ts';
import { listedText } from '../../../contract/queries/queries.ts';
import { isSecretParameter } from '../../../contract/values/secret-parameter.ts';
import { plainLetters, searchedWords } from '../../../languages/order/fold-text.ts';

/**
 * A run as it is kept: without the value of any parameter that is secret by its name, also where the tenant's words quote it.
 * What stands in the text itself is kept as it is.
 */
export function notedRun(run: Omit<QueryRun, 'parameters'>, entered: readonly TypedParameter[]): QueryRun {
  const secrets = entered.filter(({ name, text }) => isSecretParameter(name) && text !== '');
  return {
    ...run,
    parameters: entered.map((parameter) =>
      isSecretParameter(parameter.name) ? { ...parameter, text: '' } : { ...parameter },
    ),
    errorMessage: run.errorMessage === null ? null : secrets.reduce(withoutValue, run.errorMessage),
  };
}

/** As a value stands in words about it: as it is, or as a literal doubles its quotation marks. */
function withoutValue(words: string, { text }: TypedParameter): string {
  const values = [text, ...text.split(',')].map((part) => part.trim()).filter(Boolean);
  return values.reduce(
    (left, value) => left.replaceAll(value.replaceAll("'", "''"), '•••').replaceAll(value, '•••'),
    words,
  );
}

/** What a person would have entered for these values. */
export function enteredOf(values: Readonly<Record<string, QueryParameter>>): TypedParameter[] {
  return Object.entries(values)
    .filter(([name]) => name !== '' && name.length <= 256)
    .slice(0, 200)
    .map(([name, value]) => ({ name, ...enteredValue(value) }));
}

function enteredValue(value: QueryParameter): Omit<TypedParameter, 'name'> {
  if (value === null) return { type: 'null', text: '' };
  if (value === '') return { type: 'empty', text: '' };
  if (Array.isArray(value)) {
    const type = value.every((each) => typeof each === 'number') ? 'numbers' : 'list';
    return { type, text: value.join(', ').slice(0, 100_000) };
  }
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
  return { type, text: String(value).slice(0, 100_000) };
}

/** The first of the runs in which all of the words stand, whatever their case; of a text its beginning. */
export function foundRuns(runs: Iterable<QueryRun>, words: string, count: number): QueryRun[] {
  const wanted = searchedWords(words);
  const found: QueryRun[] = [];
  for (const run of runs) {
    if (wanted.length > 0 && !isFound(run, wanted)) continue;
    found.push({ ...run, text: run.text.slice(0, listedText) });
    if (found.length === count) break;
  }
  return found;
}

function isFound({ text, errorMessage, parameters }: QueryRun, wanted: readonly string[]): boolean {
  const entered = parameters.map((parameter) => `${parameter.name} ${parameter.text}`);
  const searched = plainLetters([text, errorMessage ?? '', ...entered].join('\n'));
  return wanted.every((word) => searched.includes(word));
}
