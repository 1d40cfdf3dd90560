import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { provesNothing } from '../../contract/errors/errors.ts';
import type { JobInput } from '../../contract/jobs/jobs.ts';
import { jobInputSchema } from '../../contract/jobs/jobs.ts';
import { jobKindName } from '../../contract/jobs/job-library.ts';
import { isProcedurePath } from '../../languages/sql/procedure-call.ts';
import type { ActionKind, Observation, ShownPart } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import {
  doByQuery,
  isJobShown,
  readJobs,
  startJob,
  hasNoJobHistory,
} from '../tenants/endpoints/job-calls.ts';
import { textOf } from '../tenants/endpoints/query-call.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { isExactNumber, numberText } from '../../languages/json/exact-number.ts';
import { plural } from '../../languages/text/intl.ts';

export interface JobKindParts {
  readonly client: TenantClient;
  readonly newId: () => string;
}

const notesSchema = z.object({
  /** Names this attempt, within this session. */
  key: z.string(),
  /** Jobs of the script that were there before; null where the tenant tells of no jobs. */
  earlier: z.array(z.string()).nullable(),
});
const outcomeSchema = z.object({
  /** The job, or what the tenant calls what it did; empty where it tells neither. */
  targetId: z.string(),
  /** What the tenant said of what it did, as JSON; absent for a job, of which its own record tells. */
  answer: z.string().optional(),
});

type Notes = z.infer<typeof notesSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** Longer answers of a tenant are not kept. */
const maxResponseLength = 100_000;

/**
 * What is done on a tenant by a procedure: a job that is started, a report that is mailed. Nothing takes it back. After an
 * answer that was lost it is never sent again by itself: whoever reads the jobs of the tenant, or asks a recipient, can tell.
 */
export function createJobKind({ client, newId }: JobKindParts): ActionKind<JobInput, Notes, Outcome> {
  /** Attempts that the tenant has refused for certain: it did nothing, whether it can be asked about it or not. */
  const refused = new Set<string>();

  const jobsOf = async ({ script }: JobInput, { tenant, call }: ChangeContext): Promise<string[]> =>
    (await readJobs(client, { tenantId: tenant.id }, call))
      .filter((job) => job.script.toLowerCase() === script.toLowerCase())
      .map(({ id }) => id);

  /** Jobs of the script that were not there before; undefined where the tenant does not tell. */
  async function begunSince(input: JobInput, { earlier }: Notes, context: ChangeContext) {
    if (earlier === null) return undefined;
    const known = new Set(earlier);
    return (await jobsOf(input, context)).filter((id) => !known.has(id));
  }

  return {
    name: jobKindName,
    version: 1,
    noun: { one: 'job', many: 'jobs' },
    input: jobInputSchema,
    notes: notesSchema,
    outcome: outcomeSchema,

    async describe({ script, via, title, arguments: given }) {
      if (!isProcedurePath(script)) {
        throw failure(
          'invalid-input',
          'What is started is a file of the tenant such as /lib/jobs/job_history.js.',
        );
      }
      const path = via === 'job' ? '/JobFlow/StartJob' : '/redrock/query';
      return {
        title: via === 'job' ? 'Start job' : 'Run',
        summary: summaryOf(given),
        targetName: title,
        parts: [{ type: 'field', name: 'script', label: 'Procedure', after: script }, ...partsOf(given)],
        warnings: [],
        steps: [{ method: 'POST', path, words: via === 'job' ? `Start ${script}` : `Ask @${script}` }],
        irreversible: 'What it does on the tenant cannot be taken back from here.',
      };
    },

    async begin(input, context) {
      try {
        return { key: newId(), earlier: await jobsOf(input, context) };
      } catch (error) {
        // A tenant without a history of jobs starts them all the same.
        if (!hasNoJobHistory(error)) throw error;
        return { key: newId(), earlier: null };
      }
    },

    async apply({ input, notes }, context) {
      const { tenant, call } = context;
      const begun = await begunSince(input, notes, context);
      if (begun !== undefined && begun.length > 0) throw alreadyThere(input, begun, tenant.name);
      const sent = { tenantId: tenant.id, script: input.script, arguments: input.arguments };
      try {
        if (input.via === 'job') return { targetId: await startJob(client, sent, call) };
        const row = await doByQuery(client, sent, call);
        const answer = formatExact(row);
        return {
          targetId: textOf(row, 'ID') || textOf(row, 'MessageID'),
          ...(answer.length > maxResponseLength ? {} : { answer }),
        };
      } catch (error) {
        if (error instanceof DeskFailure && !provesNothing(error.code)) refused.add(notes.key);
        throw error;
      }
    },

    async observe({ input, notes }, outcome, context) {
      if (outcome !== undefined) return await observeAccepted(client, input, outcome, context);
      if (refused.has(notes.key)) return { state: 'as-before' };
      const begun = await begunSince(input, notes, context);
      if (begun === undefined || (begun.length === 0 && input.via === 'query'))
        throw unknownOutcome(input, context);
      if (begun.length === 0) return { state: 'as-before' };
      return { state: 'different', what: alreadyThere(input, begun, context.tenant.name).error.message };
    },

    inverse: () => [],
  };
}

/** The tenant has accepted it: verified where it shows a job of that ID, whatever became of the job since. */
async function observeAccepted(
  client: TenantClient,
  { via }: JobInput,
  outcome: Outcome,
  { tenant, call }: ChangeContext,
): Promise<Observation<Outcome>> {
  const id = outcome.targetId;
  const isShowable = via === 'job' && id !== '';
  if (isShowable && (await isJobShown(client, { tenantId: tenant.id, id }, call)))
    return { state: 'in-effect', outcome };
  const what = id === '' ? 'names nothing that could be looked up' : `shows nothing with the ID ${id}`;
  return {
    state: 'accepted',
    outcome,
    what: `${tenant.name} accepted it, but ${what}.`,
    ...(isShowable ? { mayShowLater: true } : {}),
  };
}

function alreadyThere({ title }: JobInput, ids: readonly string[], tenantName: string): DeskFailure {
  const [first = ''] = ids;
  const which = plural(ids.length, { one: `A job of it (${first})`, other: `${ids.length} jobs of it` });
  return failure(
    'verification-failed',
    `${which} began on ${tenantName} since “${title}” was reviewed: by this attempt, or by somebody else. Nothing more was sent. Look at the jobs, and leave this as it is or start it again.`,
  );
}

function unknownOutcome({ title }: JobInput, { tenant }: ChangeContext): DeskFailure {
  return failure(
    'outcome-unknown',
    `Whether ${tenant.name} did “${title}” cannot be read from it. Ask whom it concerns, then leave it as it is or start it again.`,
  );
}

/** `To: audit@acme.example, Subject: Weekly`; nested members with their path. */
function summaryOf(given: Readonly<Record<string, unknown>>): string {
  const parts = flat(given).slice(0, 3);
  return parts
    .map(([name, value]) => `${name}: ${value.length > 60 ? `${value.slice(0, 59)}…` : value}`)
    .join(', ');
}

const partsOf = (given: Readonly<Record<string, unknown>>): ShownPart[] =>
  flat(given).map(([name, after]) => ({ type: 'field', name, label: name, after }));

function flat(given: Readonly<Record<string, unknown>>, under = ''): [string, string][] {
  return Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const path = `${under}${name}`;
    if (value === null || value === '') return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[path, formatExact(value)]];
    if (isExactNumber(value)) return [[path, numberText(value)]];
    if (typeof value === 'object') return flat(value as Record<string, unknown>, `${path}.`);
    return [[path, String(value)]];
  });
}
