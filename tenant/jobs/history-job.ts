import { jobHistoryProcedure } from '../procedures/job-history-procedure.ts';
import { ADMINISTRATIVE } from '../requests/rights.ts';
import type { QueryService } from '../query/query-service.ts';
import type { JobDefinition } from './job-definition.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

/** The job whose result is the job history. The query endpoint returns the same rows immediately. */
export function historyJob(queries: QueryService): JobDefinition {
  return {
    path: '/lib/jobs/job_history.js',
    rights: ADMINISTRATIVE,
    description: 'history of jobs',
    origin: 'ours',
    check: () => ({}),
    async run() {
      const page = { sortBy: [], ascending: true, paging: { number: 1, size: 1000 } };
      const result = await queries.run('procedure', jobHistoryProcedure.sql, {
        page,
        caching: -2,
        parameters: {},
      });
      return parseExact(result.text);
    },
  };
}
