import type { Procedure } from './procedure.ts';

/** The job history, for the query endpoint and for the job of the same name. */
export const jobHistoryProcedure: Procedure = {
  path: '/lib/jobs/job_history.js',
  description: 'history of jobs',
  origin: 'ours',
  parameters: [],
  sql: `SELECT id AS ID, script AS Script, state AS State, requested_by AS RequestedBy,
          (SELECT Username FROM User WHERE User.ID = requested_by) AS RequestedByName, '/Date(' || created_at || ')/' AS Created,
          '/Date(' || started_at || ')/' AS Started, '/Date(' || finished_at || ')/' AS Finished, error AS Error FROM job ORDER BY created_at DESC`,
};
