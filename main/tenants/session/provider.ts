import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOffline, remedyFor } from '../../../contract/errors/errors.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import type { HttpAnswer, Transport } from '../../platform/http/transport.ts';
import type { ProviderMetadata } from './provider-metadata.ts';
import { metadataOf, metadataSchema, otherHosts } from './provider-metadata.ts';

export interface Provider {
  readonly metadata: ProviderMetadata;
  /** Where the metadata was found; absent where a person has entered it. */
  readonly metadataUrl?: string;
}

interface DiscoveredMetadata extends Provider {
  readonly metadataUrl: string;
}

export interface ProviderAddress {
  readonly baseUrl: string;
  /** When given, the metadata must be this issuer's. */
  readonly issuer?: string | undefined;
}

const maxMetadataBytes = 1024 * 1024;

/** The provider as a person has entered it, where discovery is off; else as `discoverProvider` finds it. */
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
 * Finds the OpenID Connect provider of a tenant: at the issuer's well-known address, then at the base address's,
 * as tenants differ. Throws `discovery-failed`, `discovery-not-json`, `issuer-mismatch` or a transport failure;
 * each names the address that was asked.
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
 * Throws `sign-in-host-unconfirmed` where an endpoint is on a host that is neither the issuer's nor one that a person has
 * confirmed for this tenant. Nothing is opened and nothing sent there before.
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
    `${which} hosts other than its issuer’s (${new URL(metadata.issuer).host}): ${hosts.join(', ')}. A hostile tenant can use this to get hold of a sign-in elsewhere. If you know these hosts, allow them in the tenant’s settings.`,
    metadataUrl === undefined ? {} : { detail: metadataUrl },
  );
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
  // Case of the host, its default port and a trailing slash are what people add or leave out; the rest must be equal.
  if (expectedIssuer !== undefined && !isSameAddress(issuer, expectedIssuer)) {
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
