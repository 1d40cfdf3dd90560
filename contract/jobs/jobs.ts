import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** The input of a planned job. */
export const jobInputSchema = z.strictObject({
  /** Path of the procedure, without an `@`. */
  script: z.string().max(...atMost(256, 'The path')),
  via: z.enum(['job', 'query']),
  /** Display name. */
  title: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.json()),
});

export type JobInput = z.infer<typeof jobInputSchema>;

/** `unknown`: the tenant reports no state, or one that Tenant Desk doesn't know. */
const jobStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']);

const jobSchema = z.strictObject({
  id: z.string(),
  /** Display name; the script path if it has none. */
  name: z.string(),
  script: z.string(),
  state: jobStateSchema,
  /** The state as the tenant reports it; empty if it reports none. */
  stateName: z.string(),
  /** Who started it: a name, or whatever the tenant reports. */
  requestedBy: z.string(),
  /** Started by the signed-in user, or from this profile. */
  isMine: z.boolean(),
  createdAt: timestampSchema.nullable(),
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  /** Null if the tenant doesn't report it. */
  progress: z.strictObject({ done: z.number(), total: z.number() }).nullable(),
  /** Error message; null for none. */
  error: z.string().nullable(),
  /** Why a job started here is missing from the tenant's history: `too-old` if the history only begins later. Null if it is listed. */
  gone: z.enum(['too-old', 'missing']).nullable(),
});

const jobDetailSchema = z.strictObject({
  ...jobSchema.shape,
  /** What it was started with; null if it wasn't started here. */
  input: jobInputSchema.nullable(),
  /** Formatted JSON; null if there is none yet, or the tenant doesn't store it. */
  result: z.string().nullable(),
  /** Why no more details are available; empty for none. */
  note: z.string(),
});

export type Job = z.infer<typeof jobSchema>;
export type JobState = z.infer<typeof jobStateSchema>;
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** Maximum jobs in a list; the newest are listed. */
export const maxJobs = 200;

export const jobMethods = {
  /** The newest jobs of a tenant. If the tenant has no job history, those started here. */
  'jobs.list': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      /** Path of the job history procedure, if the tenant uses another name. */
      historyPath: z
        .string()
        .max(...atMost(256, 'The path'))
        .optional(),
    }),
    z.strictObject({
      jobs: z.array(jobSchema),
      /** Why this isn't the tenant's history; empty if it is. */
      note: z.string(),
    }),
  ),
  /** One job with its input and result. Throws `not-found` for an unknown job. */
  'jobs.read': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(256) }),
    jobDetailSchema,
  ),
} as const;
