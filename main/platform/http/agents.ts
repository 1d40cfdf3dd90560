import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { readCertificates } from './network-settings.ts';

/** Keep-alive connections for one of the two schemes. */
export type Agent = { readonly http: http.Agent } | { readonly https: https.Agent };

/** Maximum connections per tenant; further requests wait. */
const connectionsPerHost = 8;

const pool = { keepAlive: true, maxSockets: connectionsPerHost, scheduling: 'lifo' } as const;

/** For servers on this machine. */
export function createPlainAgent(): Agent {
  return { http: new http.Agent(pool) };
}

/** Connects through a proxy, whose URL may contain a login, or directly. */
export function createSecureAgent(proxy: string | undefined, secureContext: tls.SecureContext): Agent {
  const proxyOptions = proxy === undefined ? {} : { proxyEnv: { HTTPS_PROXY: proxy } };
  return { https: new https.Agent({ ...pool, secureContext, ...proxyOptions }) };
}

function nodeAgent(agent: Agent): http.Agent {
  return 'http' in agent ? agent.http : agent.https;
}

/** Lets running requests finish, and closes every connection as it becomes idle. */
export function retire(agent: Agent): void {
  nodeAgent(agent).maxFreeSockets = 0;
  closeIdle(agent);
}

/** Closes idle connections. */
export function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(nodeAgent(agent).freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
}

export function destroy(agent: Agent): void {
  nodeAgent(agent).destroy();
}

/**
 * Trusts the certificate authorities of Node, of the system (where organizations install their own), of `NODE_EXTRA_CA_CERTS`, and
 * of the settings. Takes tens of milliseconds, mostly for the system's.
 */
export function trustAuthorities(
  extraCertificates: string,
  extraFile = process.env['NODE_EXTRA_CA_CERTS'] ?? '',
): tls.SecureContext {
  const authorities = [
    ...tls.getCACertificates('default'),
    ...tls.getCACertificates('system'),
    ...certificatesOf(extraFile),
    ...readCertificates(extraCertificates),
  ];
  // Most system certificates are duplicates of Node's, and each costs time.
  return tls.createSecureContext({ ca: [...new Set(authorities.map((one) => one.trim()))] });
}

/** Node reads this file itself, but not in the packaged program, whose fuses turn its variables off. Like Node, warns if it can't be used. */
function certificatesOf(file: string): readonly string[] {
  if (file === '') return [];
  try {
    return readCertificates(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`NODE_EXTRA_CA_CERTS (${file}) is ignored: ${reason}`);
    return [];
  }
}
