import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

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

/** Longest text that is taken for one address, and most of them that are explained at a time. */
export const originLimits = { text: 4096, texts: 1000 } as const;

const addressSchema = z.string().max(originLimits.text);

/** What a person should know before they trust an origin: a whole sentence. */
const originNoteSchema = z.strictObject({
  tone: z.enum(['neutral', 'warn', 'bad']),
  words: z.string(),
});

const explainedOriginSchema = z.strictObject({
  /** As it was given. */
  text: z.string(),
  /** What the tenant would store. Absent for what cannot be a trusted origin: `problem` says why, and what to do. */
  origin: originSchema.exactOptional(),
  problem: z.string().exactOptional(),
  notes: z.array(originNoteSchema),
});

/** What a browser would ask before it lets a page call the tenant, and what the tenant answered. Source: Fetch standard, "CORS-preflight fetch". */
const preflightSchema = z.strictObject({
  /** As a browser names it: with a scheme. */
  origin: z.string(),
  isTrusted: z.boolean(),
  /** What follows from the answer: whole sentences. */
  findings: z.array(z.string()),
  request: z.strictObject({ url: z.string(), headers: z.array(z.tuple([z.string(), z.string()])) }),
  answer: z.strictObject({
    status: z.number().int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    /** The beginning of its text; empty where there is none. */
    text: z.string(),
  }),
});

export type OriginsState = z.infer<typeof originsStateSchema>;
export type TrustedOrigins = z.infer<typeof trustedOriginsSchema>;
export type OriginNote = z.infer<typeof originNoteSchema>;
export type ExplainedOrigin = z.infer<typeof explainedOriginSchema>;
export type Preflight = z.infer<typeof preflightSchema>;

export const originMethods = {
  'origins.get': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(trustedOriginsSchema),
  ),
  /** Says of each text (an address, a host, a host with a port) what the tenant would store, and what to know of it. */
  'origins.explain': method(
    z.strictObject({ texts: z.array(addressSchema).max(originLimits.texts) }),
    z.array(explainedOriginSchema),
    { lane: 'local' },
  ),
  /** Sends a preflight as a browser would, without any sign-in. Throws `invalid-input` for what is no origin. */
  'origins.check': method(
    z.strictObject({ tenantId: tenantIdSchema, address: addressSchema }),
    preflightSchema,
  ),
} as const;

export { originSchema };
