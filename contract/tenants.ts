import { z } from 'zod';
import { atMost } from './at-most.ts';
import { method } from './method.ts';
import { nothingSchema, tenantIdSchema } from './identifiers.ts';

export const environments = ['sandbox', 'development', 'staging', 'production'] as const;
export const tenantColors = [
  'teal',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'amber',
  'green',
  'slate',
] as const;

/** A header sent with every management request, for tenants that ask for one. Never a secret. */
const extraHeadersSchema = z.record(
  z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'A header name has letters, digits and hyphens only.'),
  z
    .string()
    .max(1024)
    .regex(/^[^\r\n]*$/, 'A header value has no line breaks.'),
);

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'Enter a full address such as https://acme.example.',
});

const profileFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(80, 'The name')),
  color: z.enum(tenantColors),
  environment: z.enum(environments),
  /** Management base address without a trailing slash. */
  baseUrl: webAddress,
  /** Root of the analytics API; when absent `{baseUrl}/analytics/services/v1.0`. */
  analyticsUrl: webAddress.optional(),
  /** OpenID Connect issuer; when absent the base address. */
  issuer: webAddress.optional(),
  clientId: z
    .string()
    .trim()
    .min(1, 'Enter the client ID of the desk.')
    .max(...atMost(256, 'The client ID')),
  scopes: z.array(z.string().min(1).max(128)).default(['openid', 'profile', 'email', 'offline_access']),
  extraHeaders: extraHeadersSchema.default({}),
};

/** What a person enters. The client secret goes to the keychain and is never given back. */
export const tenantInputSchema = z.strictObject({
  ...profileFields,
  clientSecret: z
    .string()
    .max(...atMost(1024, 'The client secret'))
    .optional(),
});

export const tenantProfileSchema = z.strictObject({
  id: tenantIdSchema,
  ...profileFields,
  analyticsUrl: webAddress,
  issuer: webAddress,
  hasClientSecret: z.boolean(),
  /** True for the embedded tenants, which alone offer the controls under `/sandbox`. */
  isSandbox: z.boolean(),
});

/** What discovery found, shown before a profile is saved. */
export const discoveredProviderSchema = z.strictObject({
  issuer: z.string(),
  metadataUrl: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  supportsPkce: z.boolean(),
  scopes: z.array(z.string()),
});

export type TenantInput = z.infer<typeof tenantInputSchema>;
export type TenantProfile = z.infer<typeof tenantProfileSchema>;
export type TenantColor = (typeof tenantColors)[number];
export type Environment = (typeof environments)[number];
export type DiscoveredProvider = z.infer<typeof discoveredProviderSchema>;

export const tenantMethods = {
  'tenants.list': method(nothingSchema, z.array(tenantProfileSchema), { lane: 'local' }),
  'tenants.add': method(tenantInputSchema, tenantProfileSchema, { lane: 'local' }),
  'tenants.update': method(
    z.strictObject({ id: tenantIdSchema, profile: tenantInputSchema }),
    tenantProfileSchema,
    { lane: 'local' },
  ),
  /** Removes the profile, its cached data and its secrets. Drafts and history stay until asked otherwise. */
  'tenants.remove': method(z.strictObject({ id: tenantIdSchema }), z.undefined(), { lane: 'local' }),
  'tenants.discover': method(
    z.strictObject({ baseUrl: webAddress, issuer: webAddress.optional() }),
    discoveredProviderSchema,
  ),
} as const;
