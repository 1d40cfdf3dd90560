import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOffline, remedyFor } from '../../../contract/errors/errors.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import type { HttpResponse, Transport } from '../../platform/http/transport.ts';
import type { ProviderMetadata } from './provider-metadata.ts';
import { metadataOf, metadataSchema, otherHosts } from './provider-metadata.ts';

export interface Provider {
  readonly metadata: ProviderMetadata;
  /** Source of the metadata; absent if entered manually. */
  readonly metadataUrl?: string;
}

interface DiscoveredMetadata extends Provider {
  readonly metadataUrl: string;
}

export interface ProviderAddress {
  readonly baseUrl: string;
  /** If set, the metadata must be for this issuer. */
  readonly issuer?: string | undefined;
}

const maxMetadataBytes = 1024 * 1024;

/** The provider with manually entered endpoints, or as discovered. */
export async function findProvider(
  transport: Transport,
  profile: TenantProfile,
  signal: AbortSignal,
): Promise<Provider> {
  const { issuer, endpoints } = profile;
  if (endpoints !== undefined) return { metadata: metadataOf(issuer, endpoints) };
  return await discoverProvider(transport, profile, signal);
}

/**
 * Discovers the OpenID Connect provider of a tenant: at the issuer's well-known URL, then at that of the base URL. Throws
 * `discovery-failed`, `discovery-not-json`, `issuer-mismatch` or a transport failure; each contains the requested URL.
 */
export async function discoverProvider(
  transport: Transport,
  address: ProviderAddress,
  signal: AbortSignal,
): Promise<DiscoveredMetadata> {
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

/**
 * Throws `sign-in-host-unconfirmed` if an endpoint is on a host other than the issuer's that the user hasn't confirmed for this
 * tenant. Called before anything is opened or sent there.
 */
export function requireConfirmedHosts({ metadata, metadataUrl }: Provider, profile: TenantProfile): void {
  const confirmed = new Set(profile.signInHosts ?? []);
  const hosts = otherHosts(metadata).filter((host) => !confirmed.has(host));
  if (hosts.length === 0) return;
  const which =
    metadataUrl === undefined
      ? `The endpoints of ${profile.name} are on`
      : `The OpenID configuration of ${profile.name} names`;
  throw failure(
    'sign-in-host-unconfirmed',
    `${which} hosts other than its issuer’s (${new URL(metadata.issuer).host}): ${hosts.join(', ')}. A malicious tenant can steal a sign-in this way. If you trust them, allow them in the tenant’s settings.`,
    metadataUrl === undefined ? {} : { detail: metadataUrl },
  );
}

async function readMetadata(
  transport: Transport,
  url: string,
  expectedIssuer: string | undefined,
  signal: AbortSignal,
): Promise<ProviderMetadata> {
  const response = await ask(transport, url, signal);
  if (response.status !== 200) {
    throw failure(
      'discovery-failed',
      `Couldn’t load the OpenID configuration from ${url} (HTTP ${response.status}). Check the base URL and issuer.`,
      { detail: `HTTP ${response.status}` },
    );
  }
  const parsed = metadataSchema.safeParse(parseJson(response, url));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw failure(
      'discovery-not-json',
      `${url} is not a valid OpenID configuration. Check the base URL and issuer.`,
      { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}` },
    );
  }
  const { issuer } = parsed.data;
  // Differences in host case, default port and a trailing slash are tolerated; the rest must be equal.
  if (expectedIssuer !== undefined && !isSameAddress(issuer, expectedIssuer)) {
    throw failure(
      'issuer-mismatch',
      `Issuer mismatch: ${url} is for ${issuer}, expected ${expectedIssuer}. Check the issuer.`,
    );
  }
  return parsed.data;
}

async function ask(transport: Transport, url: string, signal: AbortSignal): Promise<HttpResponse> {
  try {
    return await transport.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      signal,
      maxBytes: maxMetadataBytes,
      purpose: `load the OpenID configuration from ${url}`,
    });
  } catch (error) {
    // An untrusted certificate and a proxy login are fixed in the settings.
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

function parseJson(response: HttpResponse, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(response.body));
  } catch (error) {
    throw failure(
      'discovery-not-json',
      `The response of ${url} isn’t JSON. Check the base URL and issuer, and whether there is a proxy in between.`,
      { detail: response.headers['content-type'] ?? 'no content type', cause: error },
    );
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
