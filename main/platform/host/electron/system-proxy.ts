import type { Session } from 'electron';
import { failure } from '../../errors/failure.ts';
import type { FindProxy } from '../../http/find-proxy.ts';

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/**
 * The proxy that Chromium would use: the system's settings, including automatic configuration (PAC), or the environment if the
 * system has none. Of several proxies, the first supported one is used.
 */
export function createSystemProxy(session: Pick<Session, 'resolveProxy'>): FindProxy {
  return async (target) => {
    // A PAC script must only get the origin: paths and queries can be secret.
    const routes = (await session.resolveProxy(target.origin)).split(';').map((route) => route.trim());
    for (const route of routes) {
      const [kind = '', host = ''] = route.split(/\s+/);
      if (kind.toUpperCase() === 'DIRECT') return undefined;
      const scheme = schemes[kind.toUpperCase()];
      if (scheme !== undefined && host !== '') return `${scheme}://${host}`;
    }
    if (routes.every((route) => route === '')) return undefined;
    throw failure(
      'unreachable',
      `The system’s proxy for ${target.host} (${routes[0]}) isn’t supported. Enter an http or https proxy in Settings.`,
      { retryable: false },
    );
  };
}
