import { z } from 'zod';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { headerLineSchema } from './sandbox.ts';

/** What is answered to whatever arrives; `nothing` leaves the caller waiting, as a receiver that hangs does. */
const catcherAnswerSchema = z.enum(['200', '204', '400', '429', '500', 'nothing']);

/** A request that arrived. Credentials in its headers are hidden. */
const caughtRequestSchema = z.strictObject({
  id: z.string(),
  at: timestampSchema,
  method: z.string(),
  headers: z.array(headerLineSchema),
  /** As UTF-8; what is none is shown by replacement characters. */
  body: z.string(),
  /** It was longer than is kept, or broke off. */
  bodyIsCut: z.boolean(),
  answer: catcherAnswerSchema,
});

/** What a tenant's catcher is and has; it is gone with what it caught when Tenant Desk is closed. */
const catcherSchema = z.strictObject({
  /** Null while nothing is caught. */
  url: z.string().nullable(),
  answer: catcherAnswerSchema,
  /** The last fifty, newest first. */
  caught: z.array(caughtRequestSchema),
});

export type CatcherAnswer = z.infer<typeof catcherAnswerSchema>;
export type CaughtRequest = z.infer<typeof caughtRequestSchema>;
export type Catcher = z.infer<typeof catcherSchema>;

const ofTenant = z.strictObject({ tenantId: tenantIdSchema });

/**
 * A web service on this machine, for the webhooks of an embedded tenant: what they send can be looked at without setting up anything.
 * Any other tenant cannot reach it: `not-found`.
 */
export const catcherMethods = {
  'catcher.get': method(ofTenant, catcherSchema, { lane: 'local' }),
  /** Opens its address, or answers with that which is open. */
  'catcher.open': method(ofTenant, catcherSchema, { lane: 'local' }),
  'catcher.answerWith': method(
    z.strictObject({ tenantId: tenantIdSchema, answer: catcherAnswerSchema }),
    nothingSchema,
    { lane: 'local' },
  ),
  /** Closes the address, and forgets what was caught. */
  'catcher.close': method(ofTenant, nothingSchema, { lane: 'local' }),
} as const;
