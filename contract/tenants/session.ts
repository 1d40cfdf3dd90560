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
    /** Why the last attempt or the last session ended, when it did not end by the person's wish. */
    error: z.optional(deskErrorSchema),
  }),
  z.strictObject({
    tenantId: tenantIdSchema,
    state: z.literal('signing-in'),
    /** Begins the sign-in in the first browser that loads it; for copying. There is a new one once it was used. */
    url: z.string(),
    startedAt: timestampSchema,
    /** When the attempt is given up. */
    expiresAt: timestampSchema,
  }),
  z.strictObject({
    tenantId: tenantIdSchema,
    /** Somebody signed in with another account than the last one; nothing is used until a person confirms it. */
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
    /** When the access token ends; refreshed silently before that where the tenant allows. */
    expiresAt: timestampSchema,
    canRefresh: z.boolean(),
    /** Where the tokens are: the keychain, or memory for this session only. */
    storedIn: z.enum(['keychain', 'memory']),
    /** Why the tokens could not be renewed the last time; it is tried again by itself, and by the next call. */
    error: z.optional(deskErrorSchema),
  }),
]);

export type SessionState = z.infer<typeof sessionStateSchema>;
export type SessionUser = z.infer<typeof userSchema>;

export const sessionMethods = {
  'session.list': method(nothingSchema, z.array(sessionStateSchema), { lane: 'local' }),
  'session.status': method(forTenantSchema, sessionStateSchema, { lane: 'local' }),
  /** Starts a sign-in: opens the system browser and answers at once; `session.changed` tells the rest. */
  'session.signIn': method(forTenantSchema, sessionStateSchema),
  'session.cancelSignIn': method(forTenantSchema, sessionStateSchema, { lane: 'local' }),
  /** Uses the account that waits to be confirmed, or discards its tokens. */
  'session.confirmAccount': method(forTenantSchema.extend({ isRight: z.boolean() }), sessionStateSchema),
  /** Opens the current URL of the sign-in in progress. */
  'session.reopenSignIn': method(forTenantSchema, z.undefined(), { lane: 'local' }),
  /** Revokes the tokens at the tenant where it can, and forgets them here in any case. */
  'session.signOut': method(forTenantSchema, sessionStateSchema),
} as const;
