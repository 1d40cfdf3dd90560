import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from '../requests/envelope.ts';
import type { Operation } from '../http/operation.ts';
import { readMembers } from '../requests/request-members.ts';
import { READ_JOBS } from '../requests/rights.ts';
import { readScriptReference } from '../procedures/script-reference.ts';
import { toWireTime } from '../store/timestamps.ts';
import type { JobQueue } from './job-queue.ts';

/**
 * POST /JobFlow/StartJob (platform specification, "Query and job endpoints") and, our addition,
 * /JobFlow/GetJob.
 */
export function jobOperations(jobs: JobQueue, database: DatabaseSync): Operation[] {
  const select = database.prepare(
    'SELECT job.*, (SELECT Username FROM User WHERE User.ID = requested_by) AS requested_by_name FROM job WHERE id = ?',
  );
  return [
    {
      path: '/JobFlow/StartJob',
      run: ({ members, caller, hasRight }) => {
        const script = members.requiredText('script').trim();
        if (!/^@?\//.test(script))
          throw new OperationFailure('InvalidScript', 'The script of a job must begin with /.');
        const reference = readScriptReference(script);
        const args = members.object('args') ?? {};
        return jobs.start(reference.path, readMembers(reference.inlineArguments, args), {
          subject: caller.subject,
          hasRight,
        });
      },
    },
    {
      path: '/JobFlow/GetJob',
      run: ({ members, caller, hasRight }) => {
        const id = members.requiredText('ID');
        const row = select.get(id);
        // Another user's job gets the same response as a nonexistent one, so that IDs can't be guessed.
        const isVisible = row?.['requested_by'] === caller.subject || READ_JOBS.some(hasRight);
        if (row === undefined || !isVisible)
          throw new OperationFailure('JobNotFound', `Job ${id} not found.`);
        const time = (name: string): string | null =>
          typeof row[name] === 'number' ? toWireTime(row[name]) : null;
        return {
          ID: row['id'],
          Script: row['script'],
          State: row['state'],
          RequestedBy: row['requested_by'],
          RequestedByName: row['requested_by_name'],
          Created: time('created_at'),
          Started: time('started_at'),
          Finished: time('finished_at'),
          Result: typeof row['result'] === 'string' ? (JSON.parse(row['result']) as unknown) : null,
          Error: row['error'],
        };
      },
    },
  ];
}
