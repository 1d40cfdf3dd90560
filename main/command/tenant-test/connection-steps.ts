import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createEnvironmentProxy } from '../../platform/http/environment-proxy.ts';
import { proxyInUse } from '../../platform/http/proxy-in-use.ts';
import type { Context } from '../context.ts';
import type { StepResult } from './step.ts';
import { runStep } from './step.ts';

/** From the proxy to the sign-in configuration. Answers whether the tenant can be reached and signed in to. */
export async function connectionSteps(
  context: Context,
  profile: TenantProfile,
  report: (step: StepResult) => void,
): Promise<boolean> {
  const url = new URL(profile.baseUrl);
  const { proxyUrl } = await (await context.desk()).call('settings.get', undefined);
  const systemProxy = createEnvironmentProxy(context.env);
  const { proxy } = await proxyInUse({ proxyUrl, systemProxy, source: 'environment' }, url);
  report({ step: 'proxy', status: 'ok', detail: proxy ?? 'none' });
  const dns = await dnsStep(url, proxy);
  report(dns);
  if (dns.status === 'failed') return false;
  const connection = await runStep(url.protocol === 'https:' ? 'connection, TLS' : 'connection', async () => {
    const { call } = await context.desk();
    const { response } = await call('origins.check', { tenantId: profile.id, address: profile.baseUrl });
    return `${url.host} answers (HTTP ${response.status})`;
  });
  report(connection);
  if (connection.status === 'failed') return false;
  const discovery = await discoveryStep(context, profile);
  report(discovery);
  return discovery.status !== 'failed';
}

async function dnsStep({ hostname }: URL, proxy: string | undefined): Promise<StepResult> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { step: 'DNS', status: 'skipped', detail: 'the URL has an IP address' };
  if (proxy !== undefined) return { step: 'DNS', status: 'skipped', detail: 'the proxy looks names up' };
  return await runStep('DNS', async () => {
    try {
      const found = await lookup(host, { all: true });
      return found.map(({ address }) => address).join(', ');
    } catch (cause) {
      throw failure('unreachable', `${host} has no IP address. Check the URL, the network and the VPN.`, {
        detail: cause instanceof Error ? cause.message : String(cause),
        cause,
      });
    }
  });
}

async function discoveryStep({ desk }: Context, profile: TenantProfile): Promise<StepResult> {
  const { baseUrl, issuer, endpoints } = profile;
  if (endpoints !== undefined)
    return { step: 'discovery', status: 'skipped', detail: 'endpoints are entered' };
  const { call } = await desk();
  return await runStep(
    'discovery',
    async () => (await call('tenants.discover', { baseUrl, issuer })).metadataUrl,
  );
}
