import type { Server } from 'node:http';

/** Root of the analytics API. */
export const ANALYTICS_ROOT = '/analytics/services/v1.0';

/** Headers of every response under `ANALYTICS_ROOT`. Source: platform specification, "Analytics webhook endpoints". */
export const SECURITY_HEADERS = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-xss-protection': '1; mode=block',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Whether a request target is under `ANALYTICS_ROOT` in any spelling that the router accepts for it: other
 * case, escaped characters, repeated slashes. An absolute target counts by its path.
 */
export function isAnalyticsTarget(target: string): boolean {
  const path = target
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
    .split(/[?#]/, 1)[0]
    ?.replaceAll(/%([2-7][\da-f])/gi, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/\/+/g, '/')
    .toLowerCase();
  return path === ANALYTICS_ROOT || path?.startsWith(`${ANALYTICS_ROOT}/`) === true;
}

/**
 * Sets the security headers before any other listener sees a request, so that no response can lack them,
 * whichever hook, route or handler sends it. Call it before adding the server's other listeners.
 */
export function secureResponses(server: Server): void {
  server.on('request', (request, response) => {
    const headers = isAnalyticsTarget(request.url ?? '')
      ? SECURITY_HEADERS
      : { 'x-content-type-options': SECURITY_HEADERS['x-content-type-options'] };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  });
}
