import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Maximum length of a DNS host name plus a port. */
const originSchema = z.string().min(1).max(260);

export const trustedOriginsSchema = z.strictObject({
  /** Host names, with a port if specified. As the tenant has them, including values that can't be entered here. */
  origins: z.array(z.string()),
  /** The tenant's own host: removing it from the list needs a warning. */
  ownHost: z.string(),
});

/** The trusted origins as they are edited, compared and stored: always the whole list. */
export const originsStateSchema = z.strictObject({ origins: z.array(z.string()) });

/** The only item of its kind in a tenant. */
export const originsTargetId = 'origins';

/** Maximum length of one entered origin, and maximum number of origins explained at a time. */
export const originLimits = { text: 4096, texts: 1000 } as const;

const addressSchema = z.string().max(originLimits.text);

/** What the user should know before trusting an origin: a full sentence. */
const originNoteSchema = z.strictObject({
  tone: z.enum(['neutral', 'warn', 'bad']),
  message: z.string(),
});

const explainedOriginSchema = z.strictObject({
  /** As entered. */
  text: z.string(),
  /** What the tenant would store. Absent if it can't be a trusted origin: `problem` says why, and what to do. */
  origin: originSchema.exactOptional(),
  problem: z.string().exactOptional(),
  notes: z.array(originNoteSchema),
});

/** A CORS preflight as a browser would send it, and the tenant's response. Source: Fetch standard, "CORS-preflight fetch". */
const preflightSchema = z.strictObject({
  /** As in a browser: with a scheme. */
  origin: z.string(),
  isTrusted: z.boolean(),
  /** Conclusions from the response, as full sentences. */
  findings: z.array(z.string()),
  request: z.strictObject({ url: z.string(), headers: z.array(z.tuple([z.string(), z.string()])) }),
  response: z.strictObject({
    status: z.number().int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    /** The beginning of the body; empty if there is none. */
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
  /** Explains for each text (a URL, a host, a host with a port) what the tenant would store, with notes. */
  'origins.explain': method(
    z.strictObject({ texts: z.array(addressSchema).max(originLimits.texts) }),
    z.array(explainedOriginSchema),
    { lane: 'local' },
  ),
  /** Sends a preflight as a browser would, without credentials. Throws `invalid-input` if it isn't an origin. */
  'origins.check': method(
    z.strictObject({ tenantId: tenantIdSchema, address: addressSchema }),
    preflightSchema,
  ),
} as const;

export { originSchema };
