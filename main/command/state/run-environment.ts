import type { Environment, TenantInput } from '../../../contract/tenants/tenants.ts';
import { environments, tenantInputSchema } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import type { RunCredential, RunTenant } from '../../tenants/run-tenant.ts';
import type { RunSecrets } from './take-secrets.ts';

const maxSecretBytes = 64 * 1024;

/** A secret that is piped in; the line break at its end doesn't count. */
export async function readSecret(stdin: NodeJS.ReadStream, flag: string): Promise<string> {
  if (stdin.isTTY)
    throw failure('invalid-input', `Pipe the secret to ${flag}, as in: tdesk … ${flag} < file`);
  const { text } = await import('node:stream/consumers');
  const secret = (await text(stdin)).replace(/\r?\n$/, '');
  if (secret !== '' && secret.length <= maxSecretBytes) return secret;
  throw failure('invalid-input', `Nothing usable was piped to ${flag}. Pipe the secret and nothing else.`);
}

export interface RunEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: RunSecrets;
  /** Which secret is piped in. */
  readonly options: { readonly tokenStdin: boolean; readonly secretStdin: boolean };
  readonly stdin: () => NodeJS.ReadStream;
}

/** True where the environment defines the tenant of this run. */
export const definesTenant = (env: NodeJS.ProcessEnv): boolean => (env['TDESK_TENANT_URL'] ?? '') !== '';

/** The tenant that TDESK_TENANT_URL and its companions define. Throws `invalid-input` saying which of them is wrong. */
export async function readRunTenant(run: RunEnvironment): Promise<RunTenant> {
  const input = readRunInput(run.env);
  return { input, isSandbox: input.environment === 'sandbox', credential: await readCredential(run) };
}

/** The same without its credentials. */
export function readRunInput(env: NodeJS.ProcessEnv): TenantInput {
  const baseUrl = env['TDESK_TENANT_URL'] ?? '';
  const url = URL.parse(baseUrl);
  if (url === null) throw failure('invalid-input', `TDESK_TENANT_URL is not a URL: ${baseUrl}`);
  const environment = readEnvironment(env['TDESK_ENVIRONMENT']);
  const analyticsUrl = env['TDESK_ANALYTICS_URL'];
  const parsed = tenantInputSchema.safeParse({
    name: env['TDESK_TENANT_NAME'] ?? url.host,
    color: 'teal',
    environment,
    baseUrl,
    ...(analyticsUrl === undefined || analyticsUrl === '' ? {} : { analyticsUrl }),
    ...(env['TDESK_ISSUER'] === undefined ? {} : { issuer: env['TDESK_ISSUER'] }),
    extraHeaders: {},
    clientId: env['TDESK_CLIENT_ID'] ?? 'tdesk',
    scopes: (env['TDESK_SCOPES'] ?? '').split(/[\s,]+/).filter((scope) => scope !== ''),
  } satisfies TenantInput);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function readEnvironment(name: string | undefined): Environment {
  if (name === undefined || name === '') return 'development';
  const known = environments.find((each) => each === name);
  if (known !== undefined) return known;
  throw failure('invalid-input', `TDESK_ENVIRONMENT is one of ${environments.join(', ')}, not ${name}.`);
}

async function readCredential({ env, secrets, options, stdin }: RunEnvironment): Promise<RunCredential> {
  if (options.tokenStdin) return { kind: 'token', token: await readSecret(stdin(), '--token-stdin') };
  const secret = options.secretStdin ? await readSecret(stdin(), '--secret-stdin') : secrets.clientSecret;
  if (secret !== undefined) {
    if ((env['TDESK_CLIENT_ID'] ?? '') !== '') return { kind: 'secret', secret };
    throw failure('invalid-input', 'A client secret needs TDESK_CLIENT_ID, the client that it belongs to.');
  }
  if (secrets.token !== undefined) return { kind: 'token', token: secrets.token.trim() };
  return { kind: 'none' };
}
