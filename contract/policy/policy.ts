import { z } from 'zod';
import { nothingSchema, tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { environments, tenantColors } from '../tenants/tenants.ts';
import { updateChannels } from '../updates/update-manifest.ts';
import { versionSchema } from '../updates/version.ts';

/** What the generated documentation and templates say about a key. */
export interface PolicyKeyFacts {
  /** A label, for example `Read-only tenants`. */
  readonly title: string;
  /** Full sentences. */
  readonly description: string;
  /** The first version that obeys the key. */
  readonly since: string;
  /** A value for samples. */
  readonly example: unknown;
}

const since = '0.2.0';

const webAddress = z.url({ protocol: /^https?$/, error: 'Enter a full URL such as https://acme.example.' });

/** A URL matches everything below it; a host that begins with `*.` matches all its subdomains. */
const urlPatternSchema = z
  .string()
  .max(2048)
  .refine(
    (pattern) => pattern === '*' || /^https?:\/\/(\*\.)?[^*?#@\s]+$/.test(pattern),
    'Enter a URL such as https://acme.example or https://*.acme.example, or * for all.',
  );

const urlPatternsSchema = z.array(urlPatternSchema).max(1000);

const preconfiguredTenantSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  baseUrl: webAddress,
  analyticsUrl: webAddress.exactOptional(),
  issuer: webAddress.exactOptional(),
  clientId: z.string().trim().min(1).max(256),
  environment: z.enum(environments).default('production'),
  color: z.enum(tenantColors).default('slate'),
  scopes: z.array(z.string().min(1).max(128)).exactOptional(),
  signInHosts: z.array(z.string().min(1).max(260)).max(8).exactOptional(),
});

/** Switches restrict: absent and false mean the same. */
const switchOf = (facts: Omit<PolicyKeyFacts, 'since' | 'example'>) =>
  z
    .boolean()
    .exactOptional()
    .meta({ ...facts, since, example: true });

/** Everything that an organization can manage. Unknown keys are an error, because a misspelled restriction must not be ignored. */
export const policySchema = z.strictObject({
  allowedUrls: urlPatternsSchema.exactOptional().meta({
    title: 'Allowed URLs',
    description:
      'Tenants may be added and used only if their base URL, analytics URL, issuer and endpoints are at one of these URLs. An entry allows everything below it, and a host may begin with “*.” for all subdomains. The tenants in preconfiguredTenants are always allowed, and so are the embedded tenants on this computer.',
    since,
    example: ['https://acme.example', 'https://*.login.example'],
  }),
  preconfiguredTenants: z
    .array(preconfiguredTenantSchema)
    .max(200)
    .refine(
      (tenants) => new Set(tenants.map(({ baseUrl }) => baseUrl)).size === tenants.length,
      'Each base URL can be used once.',
    )
    .exactOptional()
    .meta({
      title: 'Preconfigured tenants',
      description:
        'Tenants that appear in every profile, and that no one can edit or remove there. A client secret can still be entered. Each has a name, baseUrl and clientId, and optionally analyticsUrl, issuer, environment, color, scopes and signInHosts.',
      since,
      example: [
        {
          name: 'Acme Production',
          baseUrl: 'https://acme.example',
          clientId: 'tenant-desk',
          environment: 'production',
        },
      ],
    }),
  readOnlyTenants: urlPatternsSchema.exactOptional().meta({
    title: 'Read-only tenants',
    description:
      'Base URLs of tenants that can’t be changed: plans can be made and reviewed there, but not applied, resumed, rolled back or undone. “*” means all tenants.',
    since,
    example: ['https://acme.example'],
  }),
  disableDelete: switchOf({
    title: 'Forbid deleting',
    description:
      'Plans that delete an item of a tenant can’t be applied. That includes undoing or rolling back the creation of an item.',
  }),
  maxBulkChanges: z.int().min(1).max(10_000).exactOptional().meta({
    title: 'Maximum changes per plan',
    description: 'Plans that would change more items than this can’t be applied.',
    since,
    example: 50,
  }),
  disableSecretExport: switchOf({
    title: 'Forbid exporting secrets',
    description:
      'Webhooks can be exported only without their URLs and headers, which may contain credentials, and backups can’t contain secrets.',
  }),
  disableBrowserMode: switchOf({
    title: 'Forbid browser mode',
    description:
      'Tenant Desk doesn’t start in a browser. The desktop app and the command line are unaffected.',
  }),
  disableCommandApply: switchOf({
    title: 'Forbid changes from the command line',
    description:
      'The command line can plan and compare, but not apply, resume, undo or roll back anything. That includes starting jobs.',
  }),
  disableCommandConfirmation: switchOf({
    title: 'Forbid confirmations on the command line',
    description:
      'Plans that need a confirmation, an accepted risk or an acknowledged host can be applied in the window only: with --confirm or --accept, apply fails.',
  }),
  proxyUrl: z
    .url({ protocol: /^https?$/ })
    .exactOptional()
    .meta({
      title: 'Proxy',
      description:
        'The proxy for all requests to tenants, without a username and password. Replaces the proxy in Settings.',
      since,
      example: 'http://proxy.acme.example:3128',
    }),
  extraCertificates: z.string().max(1_000_000).exactOptional().meta({
    title: 'Certificate authorities',
    description:
      'PEM certificates that are trusted in addition to the system’s. Replaces the certificates in Settings.',
    since,
    example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
  }),
  disableOfflineCache: switchOf({
    title: 'Forbid the offline cache',
    description:
      'Tenants can’t be made available offline, and what is read from them is cached in memory only. Data that was cached earlier is deleted at the next start. Drafts, history and the results of queries stay on disk.',
  }),
  disableCrashReports: switchOf({
    title: 'Forbid crash reports',
    description: 'No crash reports are written. They can contain parts of the memory, including tokens.',
  }),
  maxSessionHours: z.int().min(1).max(8760).exactOptional().meta({
    title: 'Maximum session length',
    description: 'Hours after which a sign-in to a tenant ends, even while it is in use.',
    since,
    example: 8,
  }),
  updates: z.enum(['off', 'notify']).exactOptional().meta({
    title: 'Updates',
    description:
      '“off”: Tenant Desk never looks for new versions. “notify”: it announces them, but downloads and installs nothing.',
    since,
    example: 'notify',
  }),
  updateFeed: z
    .url({ protocol: /^https$/ })
    .exactOptional()
    .meta({
      title: 'Update feed',
      description:
        'The folder that new versions are read from, for example on your own server. Its files must be signed by the publisher, as in the default feed.',
      since,
      example: 'https://updates.acme.example/tenant-desk/',
    }),
  updateChannel: z.enum(updateChannels).exactOptional().meta({
    title: 'Update channel',
    description: 'The channel of new versions. Replaces the channel in Settings.',
    since,
    example: 'stable',
  }),
  maxVersion: versionSchema.exactOptional().meta({
    title: 'Highest version',
    description: 'Newer versions than this aren’t offered, until you have approved them.',
    since,
    example: '1.4.2',
  }),
});

export type Policy = z.infer<typeof policySchema>;
export type PolicyKey = keyof Policy;
export type PreconfiguredTenant = NonNullable<Policy['preconfiguredTenants']>[number];

export const policyKeys: readonly PolicyKey[] = policySchema.keyof().options;

const factsSchema = z.looseObject({
  title: z.string(),
  description: z.string(),
  since: z.string(),
  example: z.unknown(),
});

/** What the schema says about a key. */
export function factsOf(key: PolicyKey): PolicyKeyFacts {
  return factsSchema.parse(policySchema.shape[key].meta());
}

/** In force while a policy exists and can't be read or used. Keys without a restrictive value are absent. */
export const strictestPolicy: Policy = {
  allowedUrls: [],
  readOnlyTenants: ['*'],
  disableDelete: true,
  maxBulkChanges: 1,
  disableSecretExport: true,
  disableBrowserMode: true,
  disableCommandApply: true,
  disableCommandConfirmation: true,
  disableOfflineCache: true,
  disableCrashReports: true,
  maxSessionHours: 1,
  updates: 'off',
};

/** The policy as the window shows it. */
export const policyStateSchema = z.strictObject({
  /** The file or key that the policy was read from; null without a policy. */
  source: z.string().nullable(),
  /** Why the most restrictive policy is in force, and what to do; null if the policy could be used. */
  problem: z.string().nullable(),
  keys: z.array(z.strictObject({ key: policySchema.keyof(), title: z.string() })),
  readOnlyTenants: z.array(tenantIdSchema),
  preconfiguredTenants: z.array(tenantIdSchema),
});

export type PolicyState = z.infer<typeof policyStateSchema>;

export const policyMethods = {
  'policy.get': method(nothingSchema, policyStateSchema, { lane: 'local' }),
} as const;
