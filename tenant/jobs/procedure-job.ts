import type { Procedure } from '../procedures/procedure.ts';
import { rightsOf } from '../procedures/procedure-table.ts';
import { runProcedure } from '../procedures/run-procedure.ts';
import { readQueryArguments } from '../query/query-arguments.ts';
import type { QueryService } from '../query/query-service.ts';
import type { JobDefinition } from './job-definition.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

/** Maximum rows in a job result; use the query endpoint for more. */
const maxRows = 10_000;

/**
 * Runs a procedure as a job: its rows are the job's result. Our addition: the specification names only two
 * such jobs.
 */
export function procedureJob(procedure: Procedure, queries: QueryService): JobDefinition {
  return {
    path: procedure.path,
    description: procedure.description,
    rights: rightsOf(procedure),
    origin: 'ours',
    check: (members) => ({ ...members.all() }),
    async run(args) {
      const reading = readQueryArguments({ PageNumber: 1, PageSize: maxRows, Caching: -2, ...args });
      const reference = { path: procedure.path, inlineArguments: {} };
      const { text } = await runProcedure(queries, procedure, reference, reading);
      return parseExact(text);
    },
  };
}
