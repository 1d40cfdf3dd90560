import { z } from 'zod';
import { eventTypeSchema, riskLevelSchema } from '../rules/webhook-definition.ts';
import type { ExactNumber } from '../../languages/json/exact-number.ts';
import { isExactNumber } from '../../languages/json/exact-number.ts';

const columnNameSchema = z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'must be a column name');
const columnValueSchema = z.union(
  [z.string().max(65_536), z.number(), z.boolean(), z.null(), z.custom<ExactNumber>(isExactNumber)],
  'must be a string, a number, true, false or null',
);

const eventSchema = z.strictObject({
  event_type: eventTypeSchema.default('SecurityAlert'),
  risk_level: riskLevelSchema.nullable().optional(),
  columns: z.record(columnNameSchema, columnValueSchema).optional(),
});

/** Body of POST /sandbox/events: one event, or up to 1,000 as an array. */
export const raiseManySchema = z.array(eventSchema).min(1).max(1_000);
export const raiseOneSchema = eventSchema;

export const generatorRequestSchema = z.strictObject({
  event_type: eventTypeSchema.default('SecurityAlert'),
  risk_levels: z.array(riskLevelSchema).max(16).default(['Low', 'Medium', 'High']),
  per_minute: z.number().min(0.1).max(60_000).default(60),
  count: z.int().min(1).max(1_000_000).nullable().default(null),
});

export const replayRequestSchema = z.union([
  z.strictObject({
    ids: z.array(z.string().max(64)).min(1).max(1_000),
    rule_id: z.string().max(64).optional(),
  }),
  z.strictObject({ status: z.literal('dead'), rule_id: z.string().max(64).optional() }),
]);

export const singleReplaySchema = z.strictObject({ rule_id: z.string().max(64).optional() });

const pageSize = z.coerce.number().int().min(1).max(200).default(50);
const cursor = z.coerce.number().int().min(1).optional();

/** Repeated for several rules: an edited rule has had several IDs. */
const ruleIdsSchema = z
  .union([
    z
      .string()
      .max(64)
      .transform((id) => [id]),
    z.array(z.string().max(64)).max(200),
  ])
  .optional();

export const statisticsQuerySchema = z.object({ rule_id: ruleIdsSchema });

/** Body of POST /sandbox/events/matches. */
export const matchRequestSchema = z.strictObject({
  event_type: eventTypeSchema,
  risk_level: riskLevelSchema.nullable().default(null),
});

export const deliveryQuerySchema = z.object({
  status: z.enum(['pending', 'delivered', 'dead']).optional(),
  rule_id: ruleIdsSchema,
  event_id: z.string().max(64).optional(),
  /** The caller's ID of a test request. */
  request_id: z.string().max(128).optional(),
  before: cursor,
  limit: pageSize,
});

export const eventQuerySchema = z.object({ before: cursor, limit: pageSize });

export const scaleRequestSchema = z.strictObject({
  apps: z.int().min(0).max(100_000).optional(),
  events: z.int().min(0).max(5_000_000).optional(),
});

/** Body of POST /sandbox/test-sign-ins. Responses for an application are only sent to this machine. */
export const testSignInSchema = z.strictObject({
  application_id: z.string().min(1).max(128),
  receiver: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/[\w/-]{1,200}$/, 'must be a URL on 127.0.0.1'),
  request_id: z.string().min(16).max(256).nullable().default(null),
  username: z.string().min(1).max(512).nullable().default(null),
});

export const testedUserSchema = z.object({ user: z.string().max(128).optional() });
