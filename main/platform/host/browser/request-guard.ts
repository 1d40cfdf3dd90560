import type { IncomingMessage } from 'node:http';
import type { DeskAddress } from './desk-address.ts';

/** Why a request is rejected before any processing; undefined if it is allowed. */
export type Rejection = { readonly status: number; readonly message: string } | undefined;

/** Lets an external page find out whether its browser can reach the app, and nothing else. */
export const reachablePath = '/reachable';

/**
 * Rejects requests that don't come from our own page. The `Host` check prevents DNS rebinding (a foreign name that resolves to
 * 127.0.0.1), the `Origin` and `Sec-Fetch-Site` checks block other pages, including those on other ports of this machine, which
 * count as the same site.
 */
export function guardRequest(request: IncomingMessage, { host, pathPrefix }: DeskAddress): Rejection {
  // Doesn't reveal the right host name, which others on this machine don't know.
  if (request.headers.host !== host) {
    return {
      status: 421,
      message: 'Nothing is served at this URL. Open the link that Tenant Desk printed.',
    };
  }
  // The app has no service worker, and one would outlive it in the browser.
  if (request.headers['service-worker'] !== undefined) {
    return { status: 403, message: 'Tenant Desk has no service worker.' };
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && request.url === reachablePath) return undefined;
  const { origin } = request.headers;
  const needsOrigin = !isRead || request.headers.upgrade !== undefined;
  if (origin === undefined ? needsOrigin : origin !== `http://${host}`) {
    return { status: 403, message: 'This request came from another page and was rejected.' };
  }
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  // A link on another page may open the app: that reveals nothing to that page.
  const isTopNavigation =
    isRead &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document';
  if (!isOwn && !(isTopNavigation && request.url === `${pathPrefix}/`)) {
    return { status: 403, message: 'This request came from another site and was rejected.' };
  }
  return undefined;
}
