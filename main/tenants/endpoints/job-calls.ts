import { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { JobState } from '../../../contract/jobs/jobs.ts';
import { maxJobs } from '../../../contract/jobs/jobs.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { caching, queryPage, textOf } from './query-call.ts';
import { isNumber, numberText } from '../../../languages/json/exact-number.ts';
import { checkJson } from '../../platform/json/check-json.ts';

/** A job as reported by a tenant. */
export interface TenantJob {
  readonly id: string;
  readonly script: string;
  readonly state: JobState;
  /** The tenant's name of the state. */
  readonly stateName: string;
  readonly requestedBy: string;
  /** Empty if the tenant doesn't report it. */
  readonly requestedByName: string;
  /** Milliseconds since the epoch; null if not yet, or not reported. */
  readonly createdAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: string | null;
}

/** Starts the job; returns its ID, empty if the tenant returns none. Source: platform specification, POST /JobFlow/StartJob. */
export async function startJob(
  client: TenantClient,
  job: {
    readonly tenantId: string;
    readonly script: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  },
  call: CallContext,
): Promise<string> {
  const result = z.union([z.string(), z.number(), z.looseObject({}), z.null()]).optional();
  const response = await client.manage(
    {
      tenantId: job.tenantId,
      path: '/JobFlow/StartJob',
      body: { script: job.script, args: job.arguments },
      result,
      purpose: 'start the job',
    },
    call,
  );
  if (typeof response === 'string') return response;
  return isNumber(response) ? numberText(response) : '';
}

const rowsSchema = z.looseObject({
  Results: z.array(z.looseObject({ Row: z.record(z.string(), z.unknown()) })).nullish(),
});

/** Runs a procedure with side effects, with its arguments as members; returns the first row of its result. */
export async function doByQuery(
  client: TenantClient,
  request: {
    readonly tenantId: string;
    readonly script: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  },
  call: CallContext,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await client.manage(
    {
      tenantId: request.tenantId,
      path: '/redrock/query',
      body: { Script: `@${request.script}`, Args: { ...request.arguments, Caching: caching.uncached } },
      result: rowsSchema.nullish(),
      purpose: 'run the procedure',
    },
    call,
  );
  return response?.Results?.[0]?.Row ?? {};
}

export const historyPath = '/lib/jobs/job_history.js';

/** The newest jobs, from the job history procedure. */
export async function readJobs(
  client: TenantClient,
  { tenantId, path = historyPath }: { readonly tenantId: string; readonly path?: string | undefined },
  call: CallContext,
): Promise<TenantJob[]> {
  const page = await queryPage(
    client,
    {
      tenantId,
      text: `@${path}`,
      pageNumber: 1,
      pageSize: maxJobs,
      limit: maxJobs,
      caching: caching.uncached,
      purpose: 'read the jobs',
    },
    call,
  );
  return page.rows.map(jobOf).filter(({ id }) => id !== '');
}

/** One job with its result. Throws `refused-by-tenant` if the tenant doesn't know it, or doesn't report jobs. */
export async function readJob(
  client: TenantClient,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<{ readonly job: TenantJob; readonly result: unknown }> {
  const row = await client.manage(
    {
      tenantId,
      path: '/JobFlow/GetJob',
      body: { ID: id },
      result: z.record(z.string(), z.unknown()),
      purpose: 'read the job',
    },
    call,
  );
  return { job: { ...jobOf(row), id }, result: row['Result'] ?? null };
}

/** True if the tenant returns the job, individually or among the newest. */
export async function isJobShown(
  client: TenantClient,
  job: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<boolean> {
  try {
    await readJob(client, job, call);
    return true;
  } catch (error) {
    if (!hasNoJobHistory(error)) throw error;
  }
  try {
    return (await readJobs(client, job, call)).some(({ id }) => id === job.id);
  } catch (error) {
    if (!hasNoJobHistory(error)) throw error;
    return false;
  }
}

/** The tenant responded but doesn't report jobs: it lacks the procedure, denies access to it, or returns something else. */
export const hasNoJobHistory = (error: unknown): error is DeskFailure =>
  error instanceof DeskFailure && withoutJobs.includes(error.code);

const withoutJobs: readonly string[] = [
  'refused-by-tenant',
  'not-found',
  'forbidden',
  'unexpected-response',
  'schema-mismatch',
];

const statePatterns: readonly (readonly [JobState, RegExp])[] = [
  ['queued', /^(queued|pending|waiting|scheduled|new|created)$/],
  ['running', /^(running|started|processing|in ?progress|active|executing)$/],
  ['succeeded', /^(succeeded|success|successful|completed?|done|finished)$/],
  ['failed', /^(fail(ed|ure)?|error(ed)?|faulted|cancell?ed|aborted|timed ?out|terminated)$/],
];

function jobOf(row: Readonly<Record<string, unknown>>): TenantJob {
  const stateName = textOf(row, 'State') || textOf(row, 'Status');
  const [state = 'unknown'] =
    statePatterns.find(([, pattern]) => pattern.test(stateName.toLowerCase().replace(/[_-]/g, ' '))) ?? [];
  const error = textOf(row, 'Error') || textOf(row, 'ErrorMessage');
  return {
    id: textOf(row, 'ID') || textOf(row, 'JobId'),
    script: textOf(row, 'Script').replace(/^@/, ''),
    state,
    stateName,
    requestedBy: textOf(row, 'RequestedBy'),
    requestedByName: textOf(row, 'RequestedByName'),
    createdAt: timestampOf(row['Created']),
    startedAt: timestampOf(row['Started']),
    finishedAt: timestampOf(row['Finished']),
    progress: progressOf(row['Progress']),
    error: error === '' ? null : error,
  };
}

const progressSchema = z.object({
  Done: z.number().nonnegative(),
  Total: z.number().positive(),
});

function progressOf(value: unknown): TenantJob['progress'] {
  const { data } = checkJson(progressSchema, value);
  return data === undefined ? null : { done: Math.min(data.Done, data.Total), total: data.Total };
}

/** `/Date(ms)/` or ISO 8601. Source: compatibility notes, `/Date(ms)/`. */
function timestampOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const at = /^\/Date\((-?\d+)\)\/$/.exec(value)?.[1];
  const milliseconds = at === undefined ? parseUtc(value) : Number(at);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
