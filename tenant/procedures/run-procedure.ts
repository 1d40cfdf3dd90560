import { OperationFailure } from '../requests/envelope.ts';
import type { JsonText } from '../requests/json-text.ts';
import { readMembers } from '../requests/request-members.ts';
import type { QueryArguments } from '../query/query-arguments.ts';
import type { QueryParameter } from '../query/query-request.ts';
import type { QueryService } from '../query/query-service.ts';
import type { Procedure } from './procedure.ts';
import type { ScriptReference } from './script-reference.ts';
import { isNumber } from '../../languages/json/exact-number.ts';

/**
 * Runs a procedure. Arguments after the file name take precedence over members of `Args`. Throws
 * `MissingParameter`.
 */
export function runProcedure(
  queries: QueryService,
  procedure: Procedure,
  reference: ScriptReference,
  args: QueryArguments,
): Promise<JsonText> {
  const inline = readMembers(undefined, reference.inlineArguments);
  const parameters: Record<string, QueryParameter> = {};
  for (const { name, isRequired, description } of procedure.parameters) {
    const value = scalar(name, inline.raw(name) ?? args.members.raw(name) ?? args.parameters[name]);
    if (isRequired && (value === null || value === '')) {
      throw new OperationFailure('MissingParameter', `${procedure.path} needs ${name}: ${description}.`);
    }
    parameters[name] = value === '' ? null : value;
  }
  return queries.run('procedure', procedure.sql, { ...args, parameters });
}

function scalar(name: string, value: unknown): QueryParameter {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string')
    return /^(true|false)$/i.test(value) ? (value.toLowerCase() === 'true' ? 1 : 0) : value;
  if (isNumber(value)) return value;
  throw new OperationFailure('InvalidParameter', `${name} must be a string, a number or a boolean.`);
}
