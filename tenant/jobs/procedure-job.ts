import type { Procedure } from '../procedures/procedure.ts';
import { rightsOf } from '../procedures/procedure-table.ts';
import { runProcedure } from '../procedures/run-procedure.ts';
import { readQueryArguments } from '../query/query-arguments.ts';
import type { QueryService } from '../query/query-service.ts';
import type { JobDefinition } from './job-definition.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

/** Rows that the result of a job keeps: whoever wants more asks the query endpoint. */
const maxRows = 10_000;

/** A procedure that is started as a job: its rows are the job's result. Ours: the specification names two such jobs only. */
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
