import type { PinSource } from '../../../contract/pins/pins.ts';
import type { TypedParameter } from '../../../contract/queries/queries.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { bindParameters, parameterNames } from '../../../languages/sql/parameters.ts';
import { enteredFor, parameterValues } from '../parameters/query-parameters.ts';

type Ran = Pick<StoredResult, 'text' | 'sentText'>;

/** The query behind a result, with its parameters where what is entered now is what was sent then; or else as it was sent. */
export function querySource({ text, sentText }: Ran, entered: readonly TypedParameter[]): PinSource {
  const parameters = enteredFor(parameterNames(text), entered);
  const bound = bindParameters(text, parameterValues(parameters));
  return bound.ok && bound.text === sentText
    ? { from: 'query', text, parameters: parameters.map((parameter) => ({ ...parameter })) }
    : { from: 'query', text: sentText, parameters: [] };
}

/** The procedure behind a result, where the call of what is entered now is what was sent then; or else what was sent, as a query. */
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
