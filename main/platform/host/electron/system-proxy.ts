import type { Session } from 'electron';
import { failure } from '../../errors/failure.ts';
import type { FindProxy } from '../../http/find-proxy.ts';

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/**
 * The proxy that Chromium would take: the system's settings, with their automatic configuration (PAC), and the
 * environment where the system has none. Of several ways that it names, the first that can be gone is taken.
 */
export function createSystemProxy(session: Pick<Session, 'resolveProxy'>): FindProxy {
  return async (target) => {
    // What a PAC script is told must not hold more than a name: paths and queries can be secret.
    const ways = (await session.resolveProxy(target.origin)).split(';').map((way) => way.trim());
    for (const way of ways) {
      const [kind = '', host = ''] = way.split(/\s+/);
      if (kind.toUpperCase() === 'DIRECT') return undefined;
      const scheme = schemes[kind.toUpperCase()];
      if (scheme !== undefined && host !== '') return `${scheme}://${host}`;
    }
    if (ways.every((way) => way === '')) return undefined;
    throw failure(
      'unreachable',
      `The system leads to ${target.host} through ${ways[0]}, which Tenant Desk cannot use. Enter an http or https proxy in Settings.`,
      { retryable: false },
    );
  };
}
