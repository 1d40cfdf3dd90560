import type { PinSource } from '../../../contract/pins/pins.ts';
import type { TypedParameter } from '../../../contract/queries/queries.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { bindParameters, parameterNames } from '../../../languages/sql/parameters.ts';
import { enteredFor, parameterValues } from '../parameters/query-parameters.ts';

type Ran = Pick<StoredResult, 'text' | 'sentText'>;

/**
 * The query of a result, with its parameters if the entered values are those that were sent; or else as it was sent.
 */
export function querySource({ text, sentText }: Ran, entered: readonly TypedParameter[]): PinSource {
  const parameters = enteredFor(parameterNames(text), entered);
  const bound = bindParameters(text, parameterValues(parameters));
  return bound.ok && bound.text === sentText
    ? { from: 'query', text, parameters: parameters.map((parameter) => ({ ...parameter })) }
    : { from: 'query', text: sentText, parameters: [] };
}

/** The procedure of a result if the entered call equals the sent one; else the sent call, as a query. */
export function procedureSource(
  { sentText }: Ran,
  procedureId: string,
  call: string | undefined,
  entered: Readonly<Record<string, string>>,
): PinSource {
  return call === sentText
    ? { from: 'procedure', procedureId, text: sentText, entered: { ...entered } }
    : { from: 'query', text: sentText, parameters: [] };
}
