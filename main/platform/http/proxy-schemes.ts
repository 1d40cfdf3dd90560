import * as http from 'node:http';
import * as https from 'node:https';
import type { SecureContext } from 'node:tls';

/** Time for the proxy's response, in milliseconds. */
const maxWaitMs = 10_000;

export interface ProxySchemesOptions {
  readonly proxy: string;
  /** Where the tunnel would lead. */
  readonly target: URL;
  /** For a proxy with an https URL. */
  readonly secureContext: () => SecureContext;
  readonly signal: AbortSignal;
}

/**
 * The authentication schemes that a proxy offers, in lower case; empty if it names none. Requests a separate tunnel without
 * credentials, because Node's tunnels don't expose the headers of a rejection. Rejects if the proxy doesn't respond.
 */
export async function readProxySchemes(options: ProxySchemesOptions): Promise<readonly string[]> {
  const { proxy, target, secureContext, signal } = options;
  const { protocol, hostname, port } = new URL(proxy);
  const authority = `${target.hostname}:${target.port === '' ? 443 : target.port}`;
  const request = (protocol === 'https:' ? https : http).request({
    method: 'CONNECT',
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    path: authority,
    headers: { host: authority },
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]),
    ...(protocol === 'https:' ? { secureContext: secureContext() } : {}),
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('connect', ({ headers }, socket) => {
      socket.on('error', () => undefined);
      socket.destroy();
      resolve(schemesIn(headers['proxy-authenticate'] ?? ''));
    });
    request.end();
  });
}

/** The schemes of a list of challenges. Source: RFC 9110, 11.6.1: a comma separates challenges, and parameters of one, too. */
export function schemesIn(challenges: string | readonly string[]): readonly string[] {
  const parts = [challenges]
    .flat()
    .join(',')
    .replaceAll(/"(?:\\.|[^"\\])*"/g, '""')
    .split(',');
  const schemes = parts.flatMap(
    (part) => /^\s*([\w!#$%&'*+.^`|~-]+)(?:\s+[^\s=]|\s*$)/.exec(part)?.[1] ?? [],
  );
  return [...new Set(schemes.map((scheme) => scheme.toLowerCase()))];
}
