import { z } from 'zod';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { headerLineSchema } from './sandbox.ts';

/** Response of the test receiver; `nothing` leaves the caller waiting, like a hanging receiver. */
const testReceiverResponseSchema = z.enum(['200', '204', '400', '429', '500', 'nothing']);

/** A received request. Credentials in its headers are hidden. */
const caughtRequestSchema = z.strictObject({
  id: z.string(),
  at: timestampSchema,
  method: z.string(),
  headers: z.array(headerLineSchema),
  /** As UTF-8; invalid bytes become replacement characters. */
  body: z.string(),
  /** It exceeded the stored length, or was cut off. */
  bodyIsCut: z.boolean(),
  response: testReceiverResponseSchema,
});

/** Status of a tenant's test receiver; its requests are lost when Tenant Desk quits. */
const testReceiverSchema = z.strictObject({
  /** Null while it is stopped. */
  url: z.string().nullable(),
  response: testReceiverResponseSchema,
  /** The last fifty, newest first. */
  caught: z.array(caughtRequestSchema),
});

export type TestReceiverResponse = z.infer<typeof testReceiverResponseSchema>;
export type CaughtRequest = z.infer<typeof caughtRequestSchema>;
export type TestReceiver = z.infer<typeof testReceiverSchema>;

const ofTenant = z.strictObject({ tenantId: tenantIdSchema });

/**
 * A test receiver on this machine for the webhooks of an embedded tenant, to inspect what they send without any setup. Other
 * tenants can't reach it: `not-found`.
 */
export const testReceiverMethods = {
  'catcher.get': method(ofTenant, testReceiverSchema, { lane: 'local' }),
  /** Starts it, or returns the running one. */
  'catcher.open': method(ofTenant, testReceiverSchema, { lane: 'local' }),
  'catcher.answerWith': method(
    z.strictObject({ tenantId: tenantIdSchema, response: testReceiverResponseSchema }),
    nothingSchema,
    { lane: 'local' },
  ),
  /** Stops it and deletes the received requests. */
  'catcher.close': method(ofTenant, nothingSchema, { lane: 'local' }),
} as const;
