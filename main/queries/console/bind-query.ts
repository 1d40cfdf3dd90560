import type { QueryParameter } from '../../../contract/queries/queries.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import { failure } from '../../platform/errors/failure.ts';

/** The text with its parameters quoted and filled in. Throws `invalid-input` naming the parameter. */
export function bindQuery(text: string, parameters: Readonly<Record<string, QueryParameter>>): string {
  const bound = bindParameters(text, parameters);
  if (bound.ok) return bound.text;
  if (bound.problem.kind === 'missing') {
    const names = bound.problem.names.map((name) => `:${name}`).join(', ');
    throw failure('invalid-input', `Enter a value for ${names}.`);
  }
  throw failure(
    'invalid-input',
    `The value of :${bound.problem.name} can’t be used. ${bound.problem.message}`,
  );
}
