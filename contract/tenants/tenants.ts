import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { method } from '../schema/method.ts';
import { nothingSchema, tenantIdSchema } from '../schema/identifiers.ts';
import { pastedText } from '../schema/pasted-text.ts';

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

/** Headers sent with every management request, for tenants that require them. Never secrets. */
const extraHeadersSchema = z.record(
  z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Use only letters, digits and hyphens in header names.'),
  z
    .string()
    .max(1024)
    .regex(/^[^\r\n]*$/, 'Header values can’t contain line breaks.'),
);

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'Enter a full URL such as https://acme.example.',
});

const scopeSchema = z.string().min(1).max(128);
const defaultScopes = ['openid', 'profile', 'email', 'offline_access'];

/** Source: RFC 9110, section 5.5. */
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

const pastedAddress = (what: string) => pastedText(what).pipe(webAddress);

/** A host, with a port if it isn't the https default, as in `new URL(…).host`. */
const hostSchema = z
  .string()
  .max(260)
  .refine((host) => URL.parse(`https://${host}`)?.host === host, 'Enter a host such as login.example.');

/** How a client secret can be sent to a token endpoint; the platform's documented way first. */
const clientAuthentications = ['client_secret_basic', 'client_secret_post'] as const;

/** `address` creates the schema of a URL from its name as the start of a sentence. */
const endpointsOf = <Address extends z.ZodType<string>>(address: (what: string) => Address) =>
  z.strictObject({
    authorizationEndpoint: address('The authorization endpoint'),
    tokenEndpoint: address('The token endpoint'),
    jwksUri: address('The signing keys URL'),
    userinfoEndpoint: address('The user information endpoint').exactOptional(),
    revocationEndpoint: address('The revocation endpoint').exactOptional(),
    /** How the client secret is sent to the token endpoint. Source: OpenID Connect Core 1.0, section 9. */
    clientAuthentication: z.enum(clientAuthentications).default('client_secret_basic'),
  });

/** The endpoints of a provider: entered manually, or discovered. */
const endpointsSchema = endpointsOf(() => webAddress);

/** Source: RFC 6749, sections 3.1 and 3.2. */
const pastedEndpoint = (what: string) =>
  pastedAddress(what).refine((address) => !address.includes('#'), `${what} must not have a fragment (#).`);

const profileFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(80, 'The name')),
  color: z.enum(tenantColors),
  environment: z.enum(environments),
  /** Management base URL without a trailing slash. */
  baseUrl: webAddress,
  /** Root of the analytics API; default: `{baseUrl}/analytics/services/v1.0`. */
  analyticsUrl: webAddress.optional(),
  /** OpenID Connect issuer; default: the base URL. */
  issuer: webAddress.optional(),
  clientId: z
    .string()
    .trim()
    .min(1, 'Enter the client ID of Tenant Desk.')
    .max(...atMost(256, 'The client ID')),
  scopes: z.array(scopeSchema).default(defaultScopes),
  extraHeaders: extraHeadersSchema.default({}),
  /** Endpoint hosts other than the issuer's that the user has confirmed. */
  signInHosts: z.array(hostSchema).max(8).exactOptional(),
  /** Entered manually: the OpenID configuration isn't read. Absent: discovered. */
  endpoints: endpointsSchema.exactOptional(),
};

/** User input. The client secret is stored in the keychain and never returned. */
export const tenantInputSchema = z
  .strictObject({
    ...profileFields,
    baseUrl: pastedAddress('The base URL'),
    analyticsUrl: pastedAddress('The analytics URL').optional(),
    issuer: pastedAddress('The issuer').optional(),
    endpoints: endpointsOf(pastedEndpoint).exactOptional(),
    clientId: pastedText('The client ID').pipe(profileFields.clientId),
    scopes: z.array(pastedText('A scope').pipe(scopeSchema)).default(defaultScopes),
    extraHeaders: extraHeadersSchema
      .refine((headers) => Object.values(headers).every(isHeaderValue), {
        error: 'A header value has characters that can’t be sent in a header.',
      })
      .default({}),
    clientSecret: pastedText('The client secret')
      .pipe(z.string().max(...atMost(1024, 'The client secret')))
      .optional(),
  })
  // ID tokens are validated against it, and without discovery it isn't known otherwise.
  .refine(({ endpoints, issuer }) => endpoints === undefined || issuer !== undefined, {
    path: ['issuer'],
    error: 'Enter the issuer, exactly as ID tokens name it (iss).',
  });

export const tenantProfileSchema = z.strictObject({
  id: tenantIdSchema,
  ...profileFields,
  analyticsUrl: webAddress,
  issuer: webAddress,
  hasClientSecret: z.boolean(),
  /** True for embedded tenants, the only ones with the controls under `/sandbox`. */
  isSandbox: z.boolean(),
});

/** The discovery result, shown before a profile is saved. */
export const discoveredProviderSchema = z.strictObject({
  issuer: z.string(),
  metadataUrl: z.string(),
  endpoints: endpointsSchema,
  supportsPkce: z.boolean(),
  /** Endpoint hosts other than the issuer's: the user confirms them before a sign-in uses them. */
  otherHosts: z.array(z.string()).exactOptional(),
  scopes: z.array(z.string()),
});

export type TenantInput = z.infer<typeof tenantInputSchema>;
export type TenantProfile = z.infer<typeof tenantProfileSchema>;
export type ProviderEndpoints = z.infer<typeof endpointsSchema>;
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
  /** Removes the profile, its cached data and its secrets. Drafts and history stay. */
  'tenants.remove': method(z.strictObject({ id: tenantIdSchema }), z.undefined(), { lane: 'local' }),
  'tenants.discover': method(
    z.strictObject({
      baseUrl: pastedAddress('The base URL'),
      issuer: pastedAddress('The issuer').optional(),
    }),
    discoveredProviderSchema,
  ),
} as const;
