import type { IncomingMessage } from 'node:http';
import { isNavigation, privatePathOf } from '../http/private-path.ts';
import { routes, toOidcTarget } from './oidc-paths.ts';

/** Longest request, as the provider library has it for its other endpoints. */
const MAX_BYTES = 56 * 1024;
/** Longest one that is sent on as an address: servers on the way take no longer ones for sure. */
const MAX_ADDRESS_BYTES = 8 * 1024;

/** Whether browsers are sent to an address by pages of other sites: authorization and end of session take GET and POST. */
export function isNavigatedTo(url: string): boolean {
  const target = toOidcTarget(url);
  return target?.endpoint === 'authorize' || target?.url.split('?')[0] === routes.end_session;
}

/** Whether an authorization request goes on at this address after its sign-in pages. */
export function isResumption(url: string): boolean {
  return toOidcTarget(url)?.url.startsWith(`${routes.authorization}/`) === true;
}

type PostedNavigation =
  /** It is a GET of this address from now on. */
  | { readonly state: 'taken'; readonly url: string }
  | { readonly state: 'sent-on'; readonly url: string }
  | { readonly state: 'refused'; readonly status: 400 | 413; readonly reason: string };

/**
 * Takes a posted form as the same request by GET (OpenID Connect Core 3.1.2.1). The tenant's cookies are `SameSite=Lax`:
 * a browser leaves them out of a form that a page of another site posts, and whoever is signed in would be asked again.
 * Such a request is sent on, for as a GET it has them; so is one of a browser without its private path, which it then gets.
 */
export async function takePosted(request: IncomingMessage, url: string): Promise<PostedNavigation> {
  const { headers } = request;
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return {
      state: 'refused',
      status: 400,
      reason: 'Post the request as application/x-www-form-urlencoded.',
    };
  const form = await readForm(request);
  if (form === undefined)
    return { state: 'refused', status: 413, reason: 'The request is longer than 56 KiB.' };
  const target = `${url.split('?')[0] ?? ''}?${form}`;
  const isWithoutCookies = headers['sec-fetch-site'] === 'cross-site' && headers.cookie === undefined;
  const isWithoutPath = isNavigation(request) && privatePathOf(request) === '';
  if ((isWithoutCookies || isWithoutPath) && form.length <= MAX_ADDRESS_BYTES)
    return { state: 'sent-on', url: target };
  request.method = 'GET';
  delete headers['content-type'];
  delete headers['content-length'];
  return { state: 'taken', url: target };
}

async function readForm(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // What is left of a request that is too long is read later: destroyed here, it would take the connection with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES) return undefined;
  }
  return Buffer.concat(chunks).toString('latin1');
}
