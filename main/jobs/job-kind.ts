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
  /** Identifies this attempt, within this session. */
  key: z.string(),
  /** Jobs of the script that existed before; null when the tenant has no job history. */
  earlier: z.array(z.string()).nullable(),
});
const outcomeSchema = z.object({
  /** The ID of the job, or of what the tenant did; empty when it returned neither. */
  targetId: z.string(),
  /** The tenant's response as JSON; absent for a job, whose own record contains it. */
  answer: z.string().optional(),
});

type Notes = z.infer<typeof notesSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** Longer responses are not stored. */
const maxResponseLength = 100_000;

/**
 * Something that a tenant does with a procedure: starting a job, mailing a report. It can't be undone. When the response is
 * lost, it is never sent again automatically: the tenant's job history, or a recipient, shows whether it happened.
 */
export function createJobKind({ client, newId }: JobKindParts): ActionKind<JobInput, Notes, Outcome> {
  /** Attempts that the tenant definitely rejected: it did nothing, even if it can't be asked about it. */
  const rejected = new Set<string>();

  const jobsOf = async ({ script }: JobInput, { tenant, call }: ChangeContext): Promise<string[]> =>
    (await readJobs(client, { tenantId: tenant.id }, call))
      .filter((job) => job.script.toLowerCase() === script.toLowerCase())
      .map(({ id }) => id);

  /** Jobs of the script that did not exist before; undefined when the tenant doesn't list jobs. */
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

    async describe({ script, via, title, arguments: values }) {
      if (!isProcedurePath(script)) {
        throw failure('invalid-input', 'Enter a file of the tenant such as /lib/jobs/job_history.js.');
      }
      const path = via === 'job' ? '/JobFlow/StartJob' : '/redrock/query';
      return {
        title: via === 'job' ? 'Start job' : 'Run',
        summary: summaryOf(values),
        targetName: title,
        parts: [{ type: 'field', name: 'script', label: 'Procedure', after: script }, ...partsOf(values)],
        warnings: [],
        steps: [{ method: 'POST', path, words: via === 'job' ? `Start ${script}` : `Run @${script}` }],
        irreversible: 'What it does in the tenant can’t be undone from here.',
      };
    },

    async begin(input, context) {
      try {
        return { key: newId(), earlier: await jobsOf(input, context) };
      } catch (error) {
        // A tenant without a job history starts them as well.
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
        const response = formatExact(row);
        return {
          targetId: textOf(row, 'ID') || textOf(row, 'MessageID'),
          ...(response.length > maxResponseLength ? {} : { answer: response }),
        };
      } catch (error) {
        if (error instanceof DeskFailure && !provesNothing(error.code)) rejected.add(notes.key);
        throw error;
      }
    },

    async observe({ input, notes }, outcome, context) {
      if (outcome !== undefined) return await observeAccepted(client, input, outcome, context);
      if (rejected.has(notes.key)) return { state: 'as-before' };
      const begun = await begunSince(input, notes, context);
      if (begun === undefined || (begun.length === 0 && input.via === 'query'))
        throw unknownOutcome(input, context);
      if (begun.length === 0) return { state: 'as-before' };
      return { state: 'different', what: alreadyThere(input, begun, context.tenant.name).error.message };
    },

    inverse: () => [],
  };
}

/** The tenant accepted it: verified when it lists a job with that ID, in whatever state. */
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
  const what = id === '' ? 'returned no ID to check' : `lists nothing with the ID ${id}`;
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
    `${which} started on ${tenantName} after “${title}” was reviewed, by you or someone else. Nothing more was sent. Check the jobs, then keep the result or start it again.`,
  );
}

function unknownOutcome({ title }: JobInput, { tenant }: ChangeContext): DeskFailure {
  return failure(
    'outcome-unknown',
    `${tenant.name} can’t confirm whether it did “${title}”. Check with the recipients, then keep the result or start it again.`,
  );
}

/** `To: audit@acme.example, Subject: Weekly`; nested members with their path. */
function summaryOf(values: Readonly<Record<string, unknown>>): string {
  const parts = flat(values).slice(0, 3);
  return parts
    .map(([name, value]) => `${name}: ${value.length > 60 ? `${value.slice(0, 59)}…` : value}`)
    .join(', ');
}

const partsOf = (values: Readonly<Record<string, unknown>>): ShownPart[] =>
  flat(values).map(([name, after]) => ({ type: 'field', name, label: name, after }));

function flat(values: Readonly<Record<string, unknown>>, under = ''): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const path = `${under}${name}`;
    if (value === null || value === '') return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[path, formatExact(value)]];
    if (isExactNumber(value)) return [[path, numberText(value)]];
    if (typeof value === 'object') return flat(value as Record<string, unknown>, `${path}.`);
    return [[path, String(value)]];
  });
}
