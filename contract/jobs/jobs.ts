import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** What a job of a plan is started with. */
export const jobInputSchema = z.strictObject({
  /** Path of the procedure, without an `@`. */
  script: z.string().max(...atMost(256, 'The path')),
  via: z.enum(['job', 'query']),
  /** What people call it. */
  title: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.json()),
});

export type JobInput = z.infer<typeof jobInputSchema>;

/** `unknown`: the tenant calls it something that the desk does not know, or tells nothing of it. */
const jobStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']);

const jobSchema = z.strictObject({
  id: z.string(),
  /** What people call it; its script where nobody has named it. */
  name: z.string(),
  script: z.string(),
  state: jobStateSchema,
  /** As the tenant calls it; empty where it tells nothing. */
  stateName: z.string(),
  /** Who started it: a name, or what the tenant has instead. */
  requestedBy: z.string(),
  /** Started by whoever is signed in, or from this profile. */
  isMine: z.boolean(),
  createdAt: timestampSchema.nullable(),
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  /** Where the tenant reports it. */
  progress: z.strictObject({ done: z.number(), total: z.number() }).nullable(),
  /** Words of the failure; null for none. */
  error: z.string().nullable(),
  /** Of one that was started from here and is not in the tenant's history: whether that only begins later. Null for one that is. */
  gone: z.enum(['too-old', 'missing']).nullable(),
});

const jobDetailSchema = z.strictObject({
  ...jobSchema.shape,
  /** JSON of what it was started with; null where it was not started from here. */
  input: jobInputSchema.nullable(),
  /** JSON, laid out; null where there is none yet, or the tenant keeps none. */
  result: z.string().nullable(),
  /** Why nothing more is known of it; empty where there is nothing to say. */
  note: z.string(),
});

export type Job = z.infer<typeof jobSchema>;
export type JobState = z.infer<typeof jobStateSchema>;
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** Jobs that a list has: the newest. */
export const maxJobs = 200;

export const jobMethods = {
  /** The newest jobs of a tenant. Where the tenant has no history of jobs, those that were started from here. */
  'jobs.list': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      /** Path of the procedure that answers the history, where the tenant has it under another name. */
      historyPath: z
        .string()
        .max(...atMost(256, 'The path'))
        .optional(),
    }),
    z.strictObject({
      jobs: z.array(jobSchema),
      /** Why it is not the history of the tenant; empty where it is. */
      note: z.string(),
    }),
  ),
  /** One job with what it was started with and what came of it. Throws `not-found` where nothing is known of it. */
  'jobs.read': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(256) }),
    jobDetailSchema,
  ),
} as const;
