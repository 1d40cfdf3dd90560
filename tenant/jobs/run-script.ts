import type { JobQueue } from './job-queue.ts';
import { REQUEST_COMPUTER_ACCESS } from './access-jobs.ts';
import { OperationFailure } from '../requests/envelope.ts';
import { readMembers } from '../requests/request-members.ts';
import { requireRight, type Right } from '../requests/rights.ts';
import { readQueryArguments } from '../query/query-arguments.ts';
import type { ScriptRunner } from '../query/query-operation.ts';
import type { QueryService } from '../query/query-service.ts';
import { tableScope } from '../query/table-scope.ts';
import { findProcedure, namedReports, rightsOf } from '../procedures/procedure-table.ts';
import { singleRow } from '../procedures/single-row.ts';
import { mailReport, type ReportMailParts } from '../procedures/report-mail.ts';
import { runProcedure } from '../procedures/run-procedure.ts';
import { readScriptReference } from '../procedures/script-reference.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

export interface ScriptParts {
  readonly queries: QueryService;
  readonly jobs: JobQueue;
  readonly mail: Omit<ReportMailParts, 'runQuery'>;
}

/** Sends a report to any e-mail address. */
const MAIL_REPORTS: readonly Right[] = ['/lib/rights/reports.json'];

/** Handles `/redrock/query` requests with a script reference instead of a statement. */
export function createScriptRunner(parts: ScriptParts): ScriptRunner {
  const run: ScriptRunner = async (script, args, call) => {
    if (script.startsWith('@@')) {
      const sql = namedReports[script.slice(2).trim().toLowerCase()];
      if (sql === undefined)
        throw new OperationFailure('ScriptNotFound', `Report ${script.slice(2).trim()} not found.`);
      return parts.queries.run(tableScope(call.hasRight), sql, args);
    }
    const reference = readScriptReference(script);
    const file = reference.path.slice(reference.path.lastIndexOf('/') + 1).toLowerCase();
    if (file === 'email_report.js') {
      requireRight(MAIL_REPORTS, call.hasRight);
      const members = readMembers(reference.inlineArguments, args.members.all());
      const runQuery = (
        selectQuery: string,
        parameters: readonly { readonly Name: string; readonly Value: unknown }[],
      ): Promise<unknown> => runReportQuery(parts, run, selectQuery, parameters, call);
      return singleRow('Report', { ...(await mailReport({ ...parts.mail, runQuery }, members)) });
    }
    if (file === 'request_computer_access.js') {
      const members = readMembers(reference.inlineArguments, args.members.all());
      return singleRow('Job', {
        ID: parts.jobs.start(REQUEST_COMPUTER_ACCESS, members, {
          subject: call.caller.subject,
          hasRight: call.hasRight,
        }),
      });
    }
    const procedure = findProcedure(reference.path);
    if (procedure === undefined)
      throw new OperationFailure('ScriptNotFound', `Script ${reference.path} not found.`);
    requireRight(rightsOf(procedure), call.hasRight);
    return runProcedure(parts.queries, procedure, reference, args);
  };
  return run;
}

/** The query of a report may itself be a stored procedure. */
async function runReportQuery(
  parts: ScriptParts,
  run: ScriptRunner,
  selectQuery: string,
  parameters: readonly { readonly Name: string; readonly Value: unknown }[],
  call: Parameters<ScriptRunner>[2],
): Promise<unknown> {
  const args = readQueryArguments({ Parameters: parameters, Caching: -2 });
  if (/email_report\.js/i.test(selectQuery))
    throw new OperationFailure('InvalidParameter', "A report can't send another report.");
  const isScript = selectQuery.trim().startsWith('@');
  const result: unknown = isScript
    ? await run(selectQuery.trim(), args, call)
    : await parts.queries.run(tableScope(call.hasRight), selectQuery, args);
  return typeof result === 'object' && result !== null && 'text' in result
    ? parseExact(String(result.text))
    : result;
}
