import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { readCertificates } from './network-settings.ts';

/** Keeps connections open, for one of the two schemes. */
export type Agent = { readonly http: http.Agent } | { readonly https: https.Agent };

/** Connections kept open to one tenant; more requests than that wait their turn. */
const connectionsPerHost = 8;

const pool = { keepAlive: true, maxSockets: connectionsPerHost, scheduling: 'lifo' } as const;

/** For what is on this machine. */
export function createPlainAgent(): Agent {
  return { http: new http.Agent(pool) };
}

/** Goes through a proxy, whose address may carry a login, or straight where there is none. */
export function createSecureAgent(proxy: string | undefined, secureContext: tls.SecureContext): Agent {
  const way = proxy === undefined ? {} : { proxyEnv: { HTTPS_PROXY: proxy } };
  return { https: new https.Agent({ ...pool, secureContext, ...way }) };
}

function nodeAgent(agent: Agent): http.Agent {
  return 'http' in agent ? agent.http : agent.https;
}

/** Lets running requests finish, and closes every connection as it becomes idle. */
export function retire(agent: Agent): void {
  nodeAgent(agent).maxFreeSockets = 0;
  closeIdle(agent);
}

/** Closes the connections that no request uses now. */
export function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(nodeAgent(agent).freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
}

export function destroy(agent: Agent): void {
  nodeAgent(agent).destroy();
}

/**
 * Trusts the authorities that Node comes with, those of the system, where an organization puts its own, and those of the
 * settings. Takes tens of milliseconds, most of them for the system's.
 */
export function trustAuthorities(extraCertificates: string): tls.SecureContext {
  const authorities = [
    ...tls.getCACertificates('default'),
    ...tls.getCACertificates('system'),
    ...readCertificates(extraCertificates),
  ];
  // Most systems have mostly those that Node has, and each costs time.
  return tls.createSecureContext({ ca: [...new Set(authorities.map((one) => one.trim()))] });
}
