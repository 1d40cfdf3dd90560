import type { IncomingMessage } from 'node:http';

/** Why a request is refused before anything else is looked at; undefined when it may go on. */
export type Refusal = { readonly status: number; readonly message: string } | undefined;

/**
 * Refuses what did not come from our own page. The `Host` check defeats DNS rebinding (a foreign name that
 * resolves to 127.0.0.1), the `Origin` and `Sec-Fetch-Site` checks defeat other pages, including those on other
 * ports of this machine, which count as the same site.
 */
export function guardRequest(request: IncomingMessage, port: number): Refusal {
  const address = `127.0.0.1:${port}`;
  if (request.headers.host !== address) {
    return { status: 421, message: `This server answers only to http://${address}.` };
  }
  const { origin } = request.headers;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const needsOrigin = !isRead || request.headers.upgrade !== undefined;
  if (origin === undefined ? needsOrigin : origin !== `http://${address}`) {
    return { status: 403, message: 'This request came from another page and was refused.' };
  }
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  // A link to the desk on some page may open it: it tells that page nothing.
  const isTopNavigation =
    isRead &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document';
  if (!isOwn && !(isTopNavigation && request.url === '/')) {
    return { status: 403, message: 'This request came from another site and was refused.' };
  }
  return undefined;
}
