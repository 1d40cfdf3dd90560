import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { formatShortList } from '../../../languages/text/intl.ts';
import type { Finding } from './finding.ts';
import { failed, ok, skipped } from './finding.ts';

/** Resolves a host name to IP addresses; throws an error with a `code`. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export const resolveHost: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Whether the host has an IP address. Behind a proxy, that's the proxy's job. */
export async function checkDns(
  { hostname }: URL,
  proxy: string | undefined,
  resolve: ResolveHost,
): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return skipped('The URL has an IP address');
  if (proxy !== undefined) return skipped('The proxy resolves names');
  try {
    return ok(`Resolves to ${formatShortList(await resolve(host), 2)}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    // Source: getaddrinfo(3). Without a name server, nothing is known about the host.
    const isTemporary = code === 'EAI_AGAIN' || code === 'ETIMEOUT';
    return failed({
      finding: isTemporary ? 'No name server responds' : 'Not found',
      cause: isTemporary
        ? `${host} can’t be resolved: no name server responded.`
        : `${host} has no IP address.`,
      fixes: isTemporary
        ? ['Check the network connection.', 'Connect to the VPN, if the tenant needs one.']
        : ['Check the spelling of the tenant URL.', 'Connect to the VPN, if only it knows this host.'],
      code,
    });
  }
}
