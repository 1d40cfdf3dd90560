import { z } from 'zod';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';
import { freshnessSchema, snapshotSchema } from './snapshot.ts';

/** Longest host name of DNS plus a port. */
const originSchema = z.string().min(1).max(260);

export const trustedOriginsSchema = z.strictObject({
  /** Host names, with a port where one was given. As the tenant has them: what could never be entered here, too. */
  origins: z.array(z.string()),
  /** The tenant's own host: a warning is due when it is about to leave the list. */
  ownHost: z.string(),
});

/** The trusted origins as they are edited, compared and kept: always the whole list. */
export const originsStateSchema = z.strictObject({ origins: z.array(z.string()) });

/** The one thing of its kind in a tenant. */
export const originsTargetId = 'origins';

export type OriginsState = z.infer<typeof originsStateSchema>;
export type TrustedOrigins = z.infer<typeof trustedOriginsSchema>;

export const originMethods = {
  'origins.get': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(trustedOriginsSchema),
  ),
  /** Turns what a person pastes (an address, a host, a host with a port) into what the tenant stores. */
  'origins.normalise': method(
    z.strictObject({ text: z.string().max(4096) }),
    z.strictObject({ origin: originSchema }),
    { lane: 'local' },
  ),
} as const;

export { originSchema };
