import type {
  ConnectionStep,
  ParsedAddress,
  StepFinding,
} from '../../../contract/tenants/connection-check.ts';
import type { DiscoveredProvider, TenantInput, TenantProfile } from '../../../contract/tenants/tenants.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';
import type { Transport } from '../../platform/http/transport.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { profileOfInput } from '../directory/profile-of-input.ts';
import { discoverProvider, findProvider, requireConfirmedHosts } from '../session/provider.ts';
import { checkClient } from './check-client.ts';
import type { ResolveHost } from './check-dns.ts';
import { checkDns } from './check-dns.ts';
import { checkProvider } from './check-provider.ts';
import { checkTls } from './check-tls.ts';
import type { Finding } from './finding.ts';
import { failed, skipped } from './finding.ts';

export interface ConnectionCheckParts {
  readonly tenants: TenantDirectory;
  readonly discover: (
    address: { readonly baseUrl: string; readonly issuer?: string | undefined },
    signal: AbortSignal,
  ) => Promise<DiscoveredProvider>;
  readonly vault: Pick<SecretVault, 'get'>;
  readonly transport: Transport;
  /** The proxy of requests to a URL; undefined for a direct connection. */
  readonly proxyFor: (url: URL) => Promise<string | undefined>;
  readonly resolveHost: ResolveHost;
  readonly now: () => number;
  readonly clock: () => number;
}

interface CheckRequest {
  readonly step: ConnectionStep;
  readonly target: ParsedAddress | { readonly tenantId: string };
}

export type ConnectionCheck = (
  request: CheckRequest,
  call: { readonly signal: AbortSignal },
) => Promise<StepFinding>;

/** What is checked: entered values, or a saved profile. */
interface Target {
  readonly profile: TenantProfile;
  /** As entered: without one, discovery accepts any. */
  readonly issuer: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Checks the connection to a tenant step by step, before anything is saved and without a session. */
export function createConnectionCheck(parts: ConnectionCheckParts): ConnectionCheck {
  async function find({ step, target }: CheckRequest, signal: AbortSignal): Promise<Finding> {
    const { profile, issuer, clientSecret } = await targetOf(parts, target);
    const { baseUrl, endpoints, signInHosts = [] } = profile;
    const url = new URL(baseUrl);
    switch (step) {
      case 'dns':
        return checkDns(url, isLoopback(url) ? undefined : await parts.proxyFor(url), parts.resolveHost);
      case 'tls':
        return checkTls(parts.transport, url, signal);
      case 'discovery':
        return endpoints === undefined
          ? checkProvider({ baseUrl, issuer }, signInHosts, () => parts.discover({ baseUrl, issuer }, signal))
          : skipped('Entered below');
      case 'client':
        return await clientFinding(parts, profile, { issuer, clientSecret, signal });
    }
  }

  return async (request, { signal }) => {
    const startedAt = parts.clock();
    const finding = await find(request, signal);
    return { ...finding, durationMs: Math.round(parts.clock() - startedAt) };
  };
}

async function clientFinding(
  { transport, now }: ConnectionCheckParts,
  profile: TenantProfile,
  {
    issuer,
    clientSecret,
    signal,
  }: Pick<Target, 'issuer' | 'clientSecret'> & { readonly signal: AbortSignal },
): Promise<Finding> {
  try {
    const { baseUrl, endpoints } = profile;
    const provider =
      endpoints === undefined
        ? await discoverProvider(transport, { baseUrl, issuer }, signal)
        : await findProvider(transport, profile, signal);
    requireConfirmedHosts(provider, profile);
    const call = { profile, provider, clientSecret, transport, signal, now, embeddedPassword: undefined };
    return await checkClient(call);
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code === 'canceled') throw error;
    const { message, code } = error.error;
    return code === 'sign-in-host-unconfirmed'
      ? skipped('Waiting for its hosts to be allowed')
      : failed({ finding: 'Couldn’t be checked', cause: message, fixes: ['Check again.'], code });
  }
}

async function targetOf(
  { tenants, vault }: ConnectionCheckParts,
  target: CheckRequest['target'],
): Promise<Target> {
  if ('tenantId' in target) {
    const profile = tenants.get(target.tenantId);
    const clientSecret = await vault.get({ tenantId: profile.id, kind: 'client-secret' });
    return { profile, issuer: profile.issuer, clientSecret };
  }
  const { clientId = 'unknown', clientSecret, scopes, ...address } = target;
  const input: TenantInput = {
    ...{ ...address, clientId, scopes },
    ...{ name: new URL(address.baseUrl).host, color: 'blue', environment: 'production', extraHeaders: {} },
  };
  const profile = profileOfInput(input, { id: 'unsaved', hasClientSecret: false, isSandbox: false });
  return { profile, issuer: address.issuer, clientSecret };
}
