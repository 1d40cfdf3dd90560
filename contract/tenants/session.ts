import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { forTenantSchema, nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

const userSchema = z.strictObject({
  subject: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
});

export const sessionStateSchema = z.discriminatedUnion('state', [
  z.strictObject({
    tenantId: tenantIdSchema,
    state: z.literal('signed-out'),
    /** Why the last attempt or session ended, unless the user ended it. */
    error: z.optional(deskErrorSchema),
  }),
  z.strictObject({
    tenantId: tenantIdSchema,
    state: z.literal('signing-in'),
    /** Starts the sign-in in the first browser that opens it; can be copied. Replaced once it is used. */
    url: z.string(),
    startedAt: timestampSchema,
    /** When the attempt times out. */
    expiresAt: timestampSchema,
  }),
  z.strictObject({
    tenantId: tenantIdSchema,
    /** Signed in with a different account than last time; not used until the user confirms it. */
    state: z.literal('confirming'),
    user: userSchema,
    lastUser: userSchema,
    /** When it is discarded. */
    expiresAt: timestampSchema,
  }),
  z.strictObject({
    tenantId: tenantIdSchema,
    state: z.literal('signed-in'),
    user: userSchema,
    /** When the access token expires; refreshed silently before that if the tenant allows it. */
    expiresAt: timestampSchema,
    canRefresh: z.boolean(),
    /** Where the tokens are stored: the keychain, or in memory for this session only. */
    storedIn: z.enum(['keychain', 'memory']),
    /** Why the last token refresh failed; it is retried automatically, and by the next call. */
    error: z.optional(deskErrorSchema),
  }),
]);

export type SessionState = z.infer<typeof sessionStateSchema>;
export type SessionUser = z.infer<typeof userSchema>;

export const sessionMethods = {
  'session.list': method(nothingSchema, z.array(sessionStateSchema), { lane: 'local' }),
  'session.status': method(forTenantSchema, sessionStateSchema, { lane: 'local' }),
  /** Starts a sign-in: opens the system browser and returns at once; `session.changed` reports the rest. */
  'session.signIn': method(forTenantSchema, sessionStateSchema),
  'session.cancelSignIn': method(forTenantSchema, sessionStateSchema, { lane: 'local' }),
  /** Accepts the account waiting for confirmation, or discards its tokens. */
  'session.confirmAccount': method(forTenantSchema.extend({ isRight: z.boolean() }), sessionStateSchema),
  /** Opens the current URL of the sign-in in progress. */
  'session.reopenSignIn': method(forTenantSchema, z.undefined(), { lane: 'local' }),
  /** Revokes the tokens at the tenant if possible, and always deletes them here. */
  'session.signOut': method(forTenantSchema, sessionStateSchema),
} as const;
