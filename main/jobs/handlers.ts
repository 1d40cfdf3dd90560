import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isInEffectState } from '../../contract/changes/item-states.ts';
import type { Job, JobDetail, JobInput } from '../../contract/jobs/jobs.ts';
import { jobInputSchema, maxJobs } from '../../contract/jobs/jobs.ts';
import { jobKindName, jobLibrary } from '../../contract/jobs/job-library.ts';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { procedureLibrary } from '../../contract/procedures/procedure-library.ts';
import { isProcedurePath } from '../../languages/sql/procedure-call.ts';
import type { DoneActions } from '../changes/record/done-actions.ts';
import type { StoredItem } from '../changes/record/plan-record.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { TenantJob } from '../tenants/endpoints/job-calls.ts';
import { readJob, readJobs, hasNoJobHistory } from '../tenants/endpoints/job-calls.ts';
import type { SessionDirectory } from '../tenants/session/session-directory.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

export interface JobParts {
  readonly client: TenantClient;
  readonly sessions: SessionDirectory;
  readonly done: DoneActions;
}

/** Maximum jobs started here that are read one by one when the tenant has no history. */
const maxRequested = 20;

export function createJobHandlers({ client, sessions, done }: JobParts): HandlersOf<'jobs'> {
  const started = (tenantId: string): StartedHere[] =>
    done.of(tenantId, jobKindName, maxJobs).flatMap((item) => startedHere(item) ?? []);

  return {
    async 'jobs.list'({ tenantId, historyPath }, call) {
      if (historyPath !== undefined && !isProcedurePath(historyPath)) {
        throw failure('invalid-input', 'The job history must be a file such as /lib/jobs/job_history.js.');
      }
      const here = started(tenantId);
      const person = personOf(sessions, tenantId);
      try {
        const listed = await readJobs(client, { tenantId, path: historyPath }, call);
        const known = new Set(listed.map(({ id }) => id));
        const others = here
          .filter(({ id }) => !known.has(id))
          .map((one) => ({ ...ownJob(one, person), gone: whyGone(one, listed) }));
        const jobs = [...listed.map((job) => shownJob(job, here, person)), ...others];
        return { jobs: jobs.sort((one, other) => ageOf(other) - ageOf(one)).slice(0, maxJobs), note: '' };
      } catch (error) {
        if (!hasNoJobHistory(error)) throw error;
        const requests = here.slice(0, maxRequested).map(async (one) => {
          const { job } = await readJob(client, { tenantId, id: one.id }, call);
          return shownJob(job, here, person);
        });
        const responses = await Promise.allSettled(requests);
        call.signal.throwIfAborted();
        const jobs = here.map((one, index) => {
          const response = responses[index];
          return response?.status === 'fulfilled' ? response.value : ownJob(one, person);
        });
        return {
          jobs,
          note: `Couldn’t load the tenant’s jobs: ${error.error.message} Showing jobs started here.`,
        };
      }
    },

    async 'jobs.read'({ tenantId, id }, call) {
      const item = done.ofTarget(tenantId, jobKindName, id);
      const here = item && startedHere(item);
      const person = personOf(sessions, tenantId);
      try {
        const { job, result } = await readJob(client, { tenantId, id }, call);
        return detailOf(shownJob(job, here === undefined ? [] : [here], person), here, {
          result: result === null ? (here?.response ?? null) : formatExact(result, 2),
          note: '',
        });
      } catch (error) {
        if (!hasNoJobHistory(error)) throw error;
        if (here?.via === 'query')
          return detailOf(ownJob(here, person), here, { result: here.response, note: '' });
        const listed = await readJobs(client, { tenantId }, call).catch(() => undefined);
        const found = listed?.find((job) => job.id === id);
        const note = `Couldn’t load details: ${toDeskError(error).message}`;
        if (found !== undefined) {
          const job = shownJob(found, here === undefined ? [] : [here], person);
          return detailOf(job, here, { result: null, note });
        }
        if (here === undefined) throw error;
        const gone = listed === undefined ? null : whyGone(here, listed);
        return detailOf({ ...ownJob(here, person), gone }, here, { result: here.response, note });
      }
    },
  };
}

/** The jobs started from this profile, according to their plans. */
interface StartedHere {
  readonly id: string;
  readonly input: JobInput;
  readonly via: JobInput['via'];
  readonly at: number | null;
  /** Formatted JSON; null for a job. */
  readonly response: string | null;
}

function startedHere({
  targetId,
  after,
  outcome,
  resolvedAt,
  id,
  state,
}: StoredItem): StartedHere | undefined {
  const { data: input } = jobInputSchema.safeParse(after);
  if (input === undefined || !isInEffectState(state)) return undefined;
  const response =
    typeof outcome === 'object' && outcome !== null && 'answer' in outcome ? outcome.answer : undefined;
  return {
    // A mailed report has no ID unless the tenant returned one.
    id: targetId === '' ? id : targetId,
    input,
    via: input.via,
    at: resolvedAt,
    response: typeof response === 'string' ? formatExact(parseExact(response), 2) : null,
  };
}

interface Person {
  readonly subject: string;
  readonly name: string;
}

function personOf(sessions: SessionDirectory, tenantId: string): Person | undefined {
  const session = sessions.status(tenantId);
  if (session.state !== 'signed-in') return undefined;
  const { subject, name, email } = session.user;
  return { subject, name: name ?? email ?? subject };
}

const ageOf = ({ createdAt, startedAt, finishedAt }: Job): number =>
  createdAt ?? startedAt ?? finishedAt ?? 0;

const nameOf = (script: string): string =>
  [...jobLibrary, ...procedureLibrary].find(({ path }) => path.toLowerCase() === script.toLowerCase())
    ?.name ?? script;

function shownJob(job: TenantJob, here: readonly StartedHere[], person: Person | undefined): Job {
  const { requestedByName, requestedBy, ...listed } = job;
  const own = here.find(({ id }) => id === job.id);
  return {
    ...listed,
    gone: null,
    name: own?.input.title ?? nameOf(job.script),
    requestedBy: requestedByName === '' ? requestedBy : requestedByName,
    isMine: own !== undefined || (person !== undefined && requestedBy === person.subject),
  };
}

/** A job that the tenant doesn't report: a procedure that answered is done; a job can be in any state. */
function ownJob({ id, input, via, at }: StartedHere, person: Person | undefined): Job {
  const isDone = via === 'query';
  return {
    id,
    name: input.title,
    script: input.script,
    state: isDone ? 'succeeded' : 'unknown',
    stateName: '',
    requestedBy: person?.name ?? '',
    isMine: true,
    createdAt: at,
    startedAt: null,
    finishedAt: isDone ? at : null,
    progress: null,
    error: null,
    gone: null,
  };
}

/** Not in a history that is full or begins after it; otherwise it should be listed. */
function whyGone({ via, at }: StartedHere, listed: readonly TenantJob[]): Job['gone'] {
  if (via === 'query') return null;
  const began = listed.flatMap(({ createdAt }) => createdAt ?? []);
  const isBefore = at !== null && began.length > 0 && at < Math.min(...began);
  return isBefore || listed.length >= maxJobs ? 'too-old' : 'missing';
}

const detailOf = (
  job: Job,
  here: StartedHere | undefined,
  more: Pick<JobDetail, 'result' | 'note'>,
): JobDetail => ({ ...job, input: here?.input ?? null, ...more });
