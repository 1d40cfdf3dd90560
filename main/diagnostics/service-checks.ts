import { getCACertificates } from 'node:tls';
import type { KeychainStatus } from '../../contract/app/desk-info.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostics.ts';
import { countCertificates } from '../../contract/settings/certificates.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import { counted } from '../../languages/text/intl.ts';
import type { Host } from '../platform/host/host.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import { proxyInUse } from '../platform/http/proxy-in-use.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { policyKeysInForce } from '../platform/policy/managed-policy.ts';
import type { Finding } from './check.ts';
import { check } from './check.ts';

export interface CheckedServices {
  readonly host: Pick<Host, 'kind'>;
  readonly countOpenRuns: () => number;
  readonly keychain: () => Promise<KeychainStatus>;
  readonly policy: ManagedPolicy;
  readonly settings: () => Settings;
  readonly systemProxy: FindProxy;
}

/** What the services depend on, as they run. */
export async function serviceChecks(services: CheckedServices): Promise<readonly Diagnostic[]> {
  return await Promise.all([
    check('services', async () => checkServices(services)),
    check('keychain', () => checkKeychain(services)),
    check('policy', async () => checkPolicy(services)),
    check('proxy', () => checkProxy(services)),
    check('certificates', async () => checkCertificates(services)),
  ]);
}

const places = {
  electron: 'Running in the desktop window',
  browser: 'Running in browser mode',
  command: 'Running in this process',
} as const;

function checkServices({ host, countOpenRuns }: CheckedServices): Finding {
  const open = countOpenRuns();
  if (open > 0) return { warning: `${counted(open, 'run is', 'runs are')} open: resume or roll back.` };
  return places[host.kind];
}

async function checkKeychain({ keychain }: CheckedServices): Promise<Finding> {
  const { available, name, reason = `${name} cannot be used.` } = await keychain();
  return available ? name : { warning: reason };
}

/** A policy that can't be used forbids nearly everything. */
function checkPolicy({ policy }: CheckedServices): Finding {
  const { source, problem } = policy;
  if (problem !== undefined) return { warning: problem };
  return source === undefined ? 'None' : `${source}: ${policyKeysInForce(policy).join(', ')}`;
}

async function checkProxy({ settings, systemProxy, host }: CheckedServices): Promise<Finding> {
  const { proxyUrl } = settings();
  const source = host.kind === 'electron' ? 'system' : 'environment';
  const sources = { proxyUrl, systemProxy, source } as const;
  const { proxy, problem } = await proxyInUse(sources, new URL('https://tenant.example'));
  return problem === undefined ? (proxy ?? 'None') : { warning: problem };
}

function checkCertificates({ settings }: CheckedServices): Finding {
  const extra = countCertificates(settings().extraCertificates);
  const system = getCACertificates('system').length;
  return `${counted(system, 'certificate')} of the system, ${extra} of the settings`;
}
