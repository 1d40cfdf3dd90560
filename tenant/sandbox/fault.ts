import { z } from 'zod';

const HOUR_SECONDS = 3_600;

/** How a request fails on purpose. Everything here is ours: the platform has nothing like it. */
const effectSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('latency'), milliseconds: z.int().min(1).max(60_000) }),
    z.object({ kind: z.literal('rate_limit'), retry_after: z.int().min(0).max(HOUR_SECONDS).default(1) }),
    z.object({ kind: z.literal('server_error'), status: z.int().min(500).max(599).default(500) }),
    z.object({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200) }),
    z.object({ kind: z.literal('truncated') }),
    z.object({ kind: z.literal('reset') }),
    z.object({ kind: z.literal('expired_token') }),
    z.object({ kind: z.literal('challenge') }),
    z.object({ kind: z.literal('batch_item'), item: z.int().min(1).max(100_000) }),
  ],
  'must have a kind of fault',
);

const targetSchema = z.object({
  path: z
    .string('must be a path such as /SaasManage/*')
    .min(1)
    .max(500)
    .startsWith('/', 'must begin with a slash')
    .default('/*'),
  method: z
    .string()
    .regex(/^[A-Za-z]{1,16}$/, 'must be an HTTP method')
    .transform((text) => text.toUpperCase())
    .nullable()
    .default(null),
  skip: z.int().min(0).max(1_000_000).default(0),
  count: z.int().min(1).max(1_000_000).nullable().default(1),
});

/**
 * Body of POST /sandbox/faults. `path` ignores case; `*` matches any text. The first `skip` matching requests
 * pass; then `count` fail, or, with null, all of them until the fault is removed.
 */
export const faultRequestSchema = z.intersection(targetSchema, effectSchema);

export type FaultRequest = z.infer<typeof faultRequestSchema>;

/** An active fault. */
export type Fault = FaultRequest & { readonly id: string; readonly hits: number };
