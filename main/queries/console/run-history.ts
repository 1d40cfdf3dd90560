import type { QueryParameter, QueryRun, TypedParameter } from '../../../contract/queries/queries.ts';
import { listedText } from '../../../contract/queries/queries.ts';
import { isSecretParameter } from '../../../contract/values/secret-parameter.ts';
import { plainLetters, searchTerms } from '../../../languages/order/fold-text.ts';

/**
 * A run as stored: without the values of parameters that are secret by name, even where an error of the tenant quotes them.
 * Literals in the query text itself are stored unchanged.
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

/** Removes a value from a message, both verbatim and with doubled quotation marks. */
function withoutValue(message: string, { text }: TypedParameter): string {
  const values = [text, ...text.split(',')].map((part) => part.trim()).filter(Boolean);
  return values.reduce(
    (left, value) => left.replaceAll(value.replaceAll("'", "''"), '•••').replaceAll(value, '•••'),
    message,
  );
}

/** The input that leads to these values. */
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

/** The first runs that contain all of the words, regardless of case; long texts are searched at the beginning. */
export function foundRuns(runs: Iterable<QueryRun>, text: string, count: number): QueryRun[] {
  const terms = searchTerms(text);
  const found: QueryRun[] = [];
  for (const run of runs) {
    if (terms.length > 0 && !isFound(run, terms)) continue;
    found.push({ ...run, text: run.text.slice(0, listedText) });
    if (found.length === count) break;
  }
  return found;
}

function isFound({ text, errorMessage, parameters }: QueryRun, terms: readonly string[]): boolean {
  const entered = parameters.map((parameter) => `${parameter.name} ${parameter.text}`);
  const searched = plainLetters([text, errorMessage ?? '', ...entered].join('\n'));
  return terms.every((term) => searched.includes(term));
}
