import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { discoveredProviderSchema, tenantInputSchema } from './tenants.ts';

/** In this order: each needs what the one before has found. */
export const connectionSteps = ['dns', 'tls', 'discovery', 'client'] as const;

/** Where Tenant Desk receives the response of a sign-in, as registered with a tenant; the port is free (RFC 8252, section 7.3). */
export const redirectUri = 'http://127.0.0.1/callback';

const { baseUrl, issuer, endpoints, clientId, clientSecret, scopes, signInHosts } = tenantInputSchema.shape;

/** The part of a profile that is checked, before it is saved. */
const checkedAddressSchema = z.strictObject({
  baseUrl,
  issuer,
  endpoints,
  signInHosts,
  /** Needed by the step `client` only. */
  clientId: clientId.optional(),
  /** Sent to the token endpoint: only pass it when the user asks for the check. */
  clientSecret,
  scopes,
});

/** What a step found. It needs no session, and nothing on the tenant changes. */
const stepFindingSchema = z.strictObject({
  /** `warning`: doesn't prevent signing in, or can be entered manually. `skipped`: needs no check. */
  status: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** One line. */
  finding: z.string(),
  /** One sentence, if something is wrong. */
  cause: z.string().exactOptional(),
  /** What to do, most likely first. */
  fixes: z.array(z.string()).exactOptional(),
  /** Error code of the system or of the tenant, for example `invalid_client`. */
  code: z.string().exactOptional(),
  /** What the tenant responded, shortened. */
  response: z.string().exactOptional(),
  /** Found by the step `discovery`. */
  provider: discoveredProviderSchema.exactOptional(),
  durationMs: z.number(),
});

export type ConnectionStep = (typeof connectionSteps)[number];
export type StepFinding = z.infer<typeof stepFindingSchema>;
/** As the window sends it, and as main gets it. */
export type CheckedAddress = z.input<typeof checkedAddressSchema>;
export type ParsedAddress = z.output<typeof checkedAddressSchema>;

export const connectionCheckMethods = {
  /** Checks one step of the connection to a tenant: of entered values, or of a saved profile with its stored secret. */
  'tenants.check': method(
    z.strictObject({
      step: z.enum(connectionSteps),
      target: z.union([checkedAddressSchema, z.strictObject({ tenantId: tenantIdSchema })]),
    }),
    stepFindingSchema,
  ),
} as const;
