import { OperationFailure } from '../requests/envelope.ts';
import type { Operation, OperationCall } from '../http/operation.ts';
import { readQueryArguments, type QueryArguments } from './query-arguments.ts';
import type { QueryService } from './query-service.ts';
import { tableScope } from './table-scope.ts';

/** Handles a script reference such as `@/lib/roles.js`, or a named report `@@Name`. */
export type ScriptRunner = (script: string, args: QueryArguments, call: OperationCall) => unknown;

/** POST /redrock/query: a select statement, a stored procedure, or a named report. */
export function queryOperation(queries: QueryService, runScript: ScriptRunner): Operation {
  return {
    path: '/RedRock/Query',
    run: (call) => {
      const script = call.members.requiredText('Script').trim();
      if (script.length > 100_000)
        throw new OperationFailure('QueryTooLarge', 'The script is longer than 100,000 characters.');
      const args = readQueryArguments(call.members.raw('Args'));
      if (script.startsWith('@') || script.startsWith('/lib/')) return runScript(script, args, call);
      return queries.run(tableScope(call.hasRight), script, args);
    },
  };
}
