import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { readCertificates } from './network-settings.ts';
import type { NetworkSettings } from './network-settings.ts';

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Connections kept open to one tenant; more requests than that wait their turn. */
const connectionsPerHost = 8;

/** Connection pools for the given proxy and certificates. The embedded tenants are reached without the proxy. */
export function createAgents({ proxyUrl, extraCertificates }: NetworkSettings): Agents {
  const pool = {
    keepAlive: true,
    maxSockets: connectionsPerHost,
    scheduling: 'lifo',
    ...(proxyUrl === ''
      ? {}
      : { proxyEnv: { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: 'localhost,127.0.0.1,::1' } }),
  } as const;
  const extra = readCertificates(extraCertificates);
  return {
    http: new http.Agent(pool),
    https: new https.Agent(extra.length === 0 ? pool : { ...pool, secureContext: trustingAlso(extra) }),
  };
}

/** Lets running requests finish, and closes every connection as it becomes idle. */
export function retire(agents: Agents): void {
  for (const agent of [agents.http, agents.https]) agent.maxFreeSockets = 0;
  closeIdle(agents);
}

/** Closes the connections that no request uses now. */
export function closeIdle(agents: Agents): void {
  for (const agent of [agents.http, agents.https]) {
    for (const sockets of Object.values(agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
}

export function destroy(agents: Agents): void {
  agents.http.destroy();
  agents.https.destroy();
}

/** Made once per pool: reading the system's certificates takes tens of milliseconds. */
function trustingAlso(extra: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({
    ca: [...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...extra],
  });
}
