import { deskErrorSchema } from '../../../contract/errors/desk-error-schema.ts';
import type { MethodName } from '../../../contract/bridge/methods.ts';
import { methods } from '../../../contract/bridge/methods.ts';
import type { CallResult } from '../../../contract/bridge/to-renderer.ts';

/**
 * The outcome of a call: `ok`, or the code of its error. Throws if a page could not handle it: no
 * response, one that the contract does not allow, or an error that only reports that something went wrong.
 */
export function typedOutcome(name: MethodName, result: CallResult | undefined): string {
  if (result === undefined) throw new Error(`${name} got no answer.`);
  if (result.ok) {
    methods[name].output.parse(result.value);
    return 'ok';
  }
  const { code, message, detail } = deskErrorSchema.parse(result.error);
  if (code === 'internal') throw new Error(`${name} failed without a type: ${message} ${detail ?? ''}`);
  return code;
}
