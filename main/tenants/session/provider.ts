import { z } from 'zod';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { isOffline, remedyFor } from '../../../contract/errors.ts';
import { failure } from '../../platform/failure.ts';
import { isSecureAddress } from '../../platform/http/loopback.ts';
import type { HttpAnswer, Transport } from '../../platform/http/transport.ts';

const endpoint = z.string().refine(isSecureAddress, 'is not an https address');

/** Source: OpenID Connect Discovery 1.0, section 3. Only what the sign-in needs. */
const metadataSchema = z.object({
  issuer: endpoint,
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.exactOptional(),
  revocation_endpoint: endpoint.exactOptional(),
  scopes_supported: z.array(z.string()).exactOptional(),
  code_challenge_methods_supported: z.array(z.string()).exactOptional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  id_token_signing_alg_values_supported: z.array(z.string()).exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
});

export type ProviderMetadata = z.infer<typeof metadataSchema>;

export interface Provider {
  readonly metadata: ProviderMetadata;
  /** Where the metadata was found. */
  readonly metadataUrl: string;
}

export interface ProviderAddress {
  readonly baseUrl: string;
  /** When given, the metadata must be this issuer's. */
  readonly issuer?: string | undefined;
}

const maxMetadataBytes = 1024 * 1024;

/**
 * Finds the OpenID Connect provider of a tenant: at the issuer's well-known address, then at the base address's,
 * as tenants differ. Throws `discovery-failed`, `discovery-not-json`, `issuer-mismatch` or a transport failure;
 * each names the address that was asked.
 */
export async function discoverProvider(
  transport: Transport,
  address: ProviderAddress,
  signal: AbortSignal,
): Promise<Provider> {
  let firstFailure: unknown;
  for (const metadataUrl of candidateAddresses(address)) {
    try {
      return { metadataUrl, metadata: await readMetadata(transport, metadataUrl, address.issuer, signal) };
    } catch (error) {
      const isWrongIssuer = error instanceof DeskFailure && error.code === 'issuer-mismatch';
      if (signal.aborted || isWrongIssuer) throw error;
      firstFailure ??= error;
    }
  }
  throw firstFailure;
}

function candidateAddresses({ issuer, baseUrl }: ProviderAddress): ReadonlySet<string> {
  const roots = issuer === undefined ? [baseUrl] : [issuer, baseUrl];
  return new Set(roots.map((root) => `${withoutSlash(root)}/.well-known/openid-configuration`));
}

async function readMetadata(
  transport: Transport,
  url: string,
  expectedIssuer: string | undefined,
  signal: AbortSignal,
): Promise<ProviderMetadata> {
  const answer = await ask(transport, url, signal);
  if (answer.status !== 200) {
    throw failure(
      'discovery-failed',
      `The sign-in description at ${url} cannot be had: the server answered HTTP ${answer.status}. Check the base address and the issuer of the tenant.`,
    );
  }
  const parsed = metadataSchema.safeParse(parseJson(answer, url));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw failure(
      'discovery-not-json',
      `What ${url} answers is not a sign-in description. Check the base address and the issuer of the tenant.`,
      { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}` },
    );
  }
  const { issuer } = parsed.data;
  // A trailing slash is what people add or leave out; everything else must be equal.
  if (expectedIssuer !== undefined && withoutSlash(issuer) !== withoutSlash(expectedIssuer)) {
    throw failure(
      'issuer-mismatch',
      `The sign-in description at ${url} is that of ${issuer}, not of ${expectedIssuer}. Check the issuer of the tenant.`,
    );
  }
  return parsed.data;
}

async function ask(transport: Transport, url: string, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    return await transport.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      signal,
      maxBytes: maxMetadataBytes,
      purpose: `read the sign-in description at ${url}`,
    });
  } catch (error) {
    // A certificate that is not trusted and a proxy that wants a login have a remedy of their own, in the settings.
    if (!(error instanceof DeskFailure) || !isOffline(error.code)) throw error;
    if (remedyFor(error.error) === 'settings') throw error;
    const { message, detail, retryable } = error.error;
    throw failure('discovery-failed', message, {
      ...(detail === undefined ? {} : { detail }),
      retryable,
      cause: error,
    });
  }
}

function parseJson(answer: HttpAnswer, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch (error) {
    throw failure(
      'discovery-not-json',
      `What ${url} answers is not JSON. Check the base address and the issuer of the tenant, and whether a proxy stands in between.`,
      { detail: answer.headers['content-type'] ?? 'no content type', cause: error },
    );
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
